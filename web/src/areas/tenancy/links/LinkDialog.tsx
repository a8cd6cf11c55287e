// Adds a link to the sidebar, or changes one.
import { useId, useState, type FormEvent } from 'react';
import { Button, Checkbox, cn, Dialog, Field, Input, ValidationSummary, words } from '@waybill/plugin';
import { applyServerErrors, Controller, errorItems, useForm } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { LINK_ICONS } from '../../../shell/link-icons.tsx';
import { toast } from '../../../shell/toast.tsx';
import { isLinkAddress, linksKey, saveLink, type SidebarLink } from './queries.ts';

function IconChoice({ value, onChange }: { value: string; onChange: (icon: string) => void }) {
  const t = useT();
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">{t('Icon')}</legend>
      <div className="flex flex-wrap gap-1">
        {Object.entries(LINK_ICONS).map(([name, Icon]) => (
          <label key={name} title={t(words(name))} className={cn('grid size-8.5 cursor-pointer place-items-center rounded-md border has-focus-visible:outline-2 has-focus-visible:outline-ring', value === name ? 'border-primary bg-accent ring-1 ring-primary' : 'border-transparent hover:bg-accent')}>
            <input type="radio" name="icon" value={name} aria-label={t(words(name))} checked={value === name} onChange={() => onChange(name)} className="sr-only" />
            <Icon aria-hidden className="size-4" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function LinkDialog({ link, nextPlace, onClose }: { link: SidebarLink | null; nextPlace: number; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const form = useForm({ defaultValues: { title: link?.title ?? '', url: link?.url ?? '', icon: link?.icon ?? 'link', isExternal: link?.isExternal ?? true } });
  const [others, setOthers] = useState<string[]>([]);
  const { errors, isSubmitting } = form.formState;
  const submit = (event: FormEvent) =>
    void form.handleSubmit(async (values) => {
      setOthers([]);
      try {
        const url = values.url.trim();
        await saveLink({ ...link, ...values, title: values.title.trim(), url, isExternal: values.isExternal || /^https?:/i.test(url), sortOrder: link?.sortOrder ?? nextPlace });
        await queryClient.invalidateQueries({ queryKey: linksKey });
        toast({ title: link ? t('{name} is saved', { name: values.title }) : t('{name} is in the sidebar now', { name: values.title }) });
        onClose();
      } catch (error) {
        setOthers(applyServerErrors(form, error));
      }
    })(event);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={link ? t('Edit {name}', { name: link.title }) : t('Add a link')}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isSubmitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} pending={isSubmitting}>
            {link ? t('Save') : t('Add')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-3">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        <Field label={t('Title')} error={errors.title?.message}>
          <Input {...form.register('title', { validate: (text) => text.trim() !== '' || t('Give it a title') })} maxLength={64} autoComplete="off" />
        </Field>
        <Field label={t('Address')} error={errors.url?.message} hint={t('{web}, or a page of this application such as {page}.', { web: 'https://…', page: '/bookings?q=fragile' })}>
          <Input {...form.register('url', { validate: (url) => isLinkAddress(url.trim()) || t('Begin with https:// or, for a page of this application, with /') })} maxLength={2048} dir="ltr" autoComplete="off" spellCheck={false} />
        </Field>
        <Controller control={form.control} name="icon" render={({ field }) => <IconChoice value={field.value} onChange={field.onChange} />} />
        <Checkbox label={t('Open in a new tab')} hint={t('Always so for addresses outside this application.')} {...form.register('isExternal')} />
      </form>
    </Dialog>
  );
}
