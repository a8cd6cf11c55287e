// Adds or changes a language.
import { useId } from 'react';
import { useSpeech } from '@waybill/plugin';
import { LanguageForm } from '../../api/resources/tenancy.gen.ts';
import { queryClient } from '../../api/query-client.ts';
import { FlagField, TextField } from '../../kit/form-fields.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useResourceForm } from '../../kit/resource/form.ts';
import { directionOf, useT } from '../../lib/i18n.ts';
import { languagesKey, languagesQuery, type Language } from '../../shell/languages.ts';
import { saveLanguage } from './queries.ts';

/** Suggestions; others can be typed. */
const LIKELY = [
  'ar',
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'el',
  'en',
  'en-AU',
  'en-GB',
  'en-NZ',
  'en-US',
  'es',
  'es-MX',
  'fa',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'mi',
  'ms',
  'nl',
  'no',
  'pa',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sm',
  'sv',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hans',
  'zh-Hant',
];

/** Native name; null if invalid. */
export function ownName(culture: string): string | null {
  try {
    const name = new Intl.DisplayNames([culture], { type: 'language', fallback: 'none' }).of(
      culture,
    );
    return name ? name.charAt(0).toLocaleUpperCase(culture) + name.slice(1) : null;
  } catch {
    return null;
  }
}

export function LanguageDialog({
  language,
  onClose,
}: {
  language: Language | null;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const { language: reading } = useSpeech();
  const names = new Intl.DisplayNames([reading], { type: 'language' });
  const form = useResourceForm(LanguageForm, {
    record: language,
    fields: ['name', 'displayName', 'isRightToLeft'],
    rules: { name: { needed: t('Enter the locale') } },
    name: ({ displayName }) => displayName ?? '',
    save: saveLanguage,
    stale: [languagesKey],
    saved: onClose,
    newest: async (before) =>
      (await queryClient.fetchQuery({ ...languagesQuery, staleTime: 0 })).items.find(
        ({ id }) => id === before.id,
      ) ?? before,
  });
  const { setValue, formState } = form.form;
  const { displayName: named } = formState.dirtyFields;
  /** Defaults name and format. */
  const follow = (name: string) => {
    if (language) return;
    setValue('isRightToLeft', directionOf(name) === 'rtl');
    if (!named) setValue('displayName', ownName(name) ?? '');
  };
  return (
    <FormDialog
      of={form}
      title={language ? t('Edit {name}', { name: language.displayName }) : t('Add a language')}
      description={language ? undefined : t('Missing texts are shown in the default language.')}
      action={language ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('Locale')}
        hint={t('For example {first} or {second}.', { first: 'fr', second: 'pt-BR' })}
        onInput={(event) => follow(event.currentTarget.value.trim())}
        list={`${id}-cultures`}
        readOnly={language !== null}
        dir="ltr"
        spellCheck={false}
      />
      <datalist id={`${id}-cultures`}>
        {LIKELY.map((culture) => (
          <option key={culture} value={culture}>
            {names.of(culture)}
          </option>
        ))}
      </datalist>
      <TextField
        name="displayName"
        label={t('Name')}
        hint={t("The language's name in that language.")}
      />
      <FlagField name="isRightToLeft" label={t('Written from right to left')} />
    </FormDialog>
  );
}
