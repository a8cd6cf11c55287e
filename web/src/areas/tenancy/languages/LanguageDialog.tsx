// Adds a language, or changes how one is called.
import { useId, useState, type FormEvent } from 'react';
import { Button, Checkbox, Dialog, Field, Input, useSpeech, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, useForm } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { directionOf, useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { languagesKey, saveLanguage, type Language } from './queries.ts';

/** Cultures that are likely to be wanted; any other can be typed. */
const LIKELY = ['ar', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en', 'en-AU', 'en-GB', 'en-NZ', 'en-US', 'es', 'es-MX', 'fa', 'fi', 'fil', 'fr', 'fr-CA', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'mi', 'ms', 'nl', 'no', 'pa', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sm', 'sv', 'th', 'tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'];

/** What a culture is called in its own words; null when it is none. */
export function ownName(culture: string): string | null {
  try {
    const name = new Intl.DisplayNames([culture], { type: 'language', fallback: 'none' }).of(culture);
    return name ? name.charAt(0).toLocaleUpperCase(culture) + name.slice(1) : null;
  } catch {
    return null;
  }
}

export function LanguageDialog({ language, onClose }: { language: Language | null; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { language: reading } = useSpeech();
  const form = useForm({ defaultValues: { name: language?.name ?? '', displayName: language?.displayName ?? '', isRightToLeft: language?.isRightToLeft ?? false } });
  const [others, setOthers] = useState<string[]>([]);
  const { errors, isSubmitting } = form.formState;
  const names = new Intl.DisplayNames([reading], { type: 'language' });
  const submit = (event: FormEvent) =>
    void form.handleSubmit(async (values) => {
      setOthers([]);
      try {
        const name = values.name.trim();
        await saveLanguage({
          ...(language ? { id: language.id, isDisabled: language.isDisabled, ...(language.rowVersion === undefined ? {} : { rowVersion: language.rowVersion }) } : {}),
          name,
          displayName: values.displayName.trim(),
          isRightToLeft: values.isRightToLeft,
        });
        await queryClient.invalidateQueries({ queryKey: languagesKey });
        toast({ title: language ? t('{name} is saved', { name: values.displayName }) : t('{name} is added', { name: values.displayName }) });
        onClose();
      } catch (error) {
        setOthers(applyServerErrors(form, error));
      }
    })(event);
  const follow = (name: string) => {
    if (language) return;
    form.setValue('isRightToLeft', directionOf(name) === 'rtl');
    if (!form.formState.dirtyFields.displayName) form.setValue('displayName', ownName(name) ?? '');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={language ? t('Edit {name}', { name: language.displayName }) : t('Add a language')}
      {...(language ? {} : { description: t('Texts that it lacks are shown in the default language until you write them.') })}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isSubmitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} pending={isSubmitting}>
            {language ? t('Save') : t('Add')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-3">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        <Field label={t('Culture')} error={errors.name?.message} hint={t('Such as {first} or {second}.', { first: 'fr', second: 'pt-BR' })}>
          <Input {...form.register('name', { required: t('Give the culture'), onChange: (event: { target: { value: string } }) => follow(event.target.value.trim()) })} list={`${id}-cultures`} readOnly={language !== null} dir="ltr" autoComplete="off" spellCheck={false} />
        </Field>
        <datalist id={`${id}-cultures`}>
          {LIKELY.map((culture) => (
            <option key={culture} value={culture}>
              {names.of(culture)}
            </option>
          ))}
        </datalist>
        <Field label={t('Name')} error={errors.displayName?.message} hint={t('As its own speakers call it.')}>
          <Input {...form.register('displayName', { required: t('Give it a name') })} maxLength={64} autoComplete="off" />
        </Field>
        <Checkbox label={t('Written from right to left')} {...form.register('isRightToLeft')} />
      </form>
    </Dialog>
  );
}
