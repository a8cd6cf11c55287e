// Adds or changes a language.
import { useId } from 'react';
import { useSpeech } from '@waybill/plugin';
import { LanguageForm } from '../../api/resources/tenancy.gen.ts';
import { queryClient } from '../../api/query-client.ts';
import { FlagField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
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

const valuesOf = (language: Language | null) => ({
  name: language?.name ?? '',
  displayName: language?.displayName ?? '',
  isRightToLeft: language?.isRightToLeft ?? false,
});

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
  const form = useRecordForm({
    record: language,
    values: valuesOf,
    rules: {
      name: { needed: t('Enter the locale') },
      displayName: { needed: t('Enter a name'), limits: LanguageForm.fields.displayName },
    },
    save: (values, record) =>
      saveLanguage({
        ...(record
          ? {
              id: record.id,
              isDisabled: record.isDisabled,
              ...(record.rowVersion === undefined ? {} : { rowVersion: record.rowVersion }),
            }
          : {}),
        name: values.name.trim(),
        displayName: values.displayName.trim(),
        isRightToLeft: values.isRightToLeft,
      }),
    stale: [languagesKey],
    notice: (_, { displayName }) =>
      language
        ? t('{name} saved', { name: displayName })
        : t('{name} added', { name: displayName }),
    saved: onClose,
    ...(language
      ? {
          newest: async () =>
            (await queryClient.fetchQuery({ ...languagesQuery, staleTime: 0 })).items.find(
              (one) => one.id === language.id,
            ) ?? language,
        }
      : {}),
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
