// Adds a link to the sidebar, or changes one.
import { Checkbox, cn, Field, Input, words } from '@waybill/plugin';
import { Controller, useForm } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../shell/FormDialog.tsx';
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
  const form = useForm({ defaultValues: { title: link?.title ?? '', url: link?.url ?? '', icon: link?.icon ?? 'link', isExternal: link?.isExternal ?? true } });
  const { errors } = form.formState;
  const save = async (values: { title: string; url: string; icon: string; isExternal: boolean }) => {
    const url = values.url.trim();
    await saveLink({ ...link, ...values, title: values.title.trim(), url, isExternal: values.isExternal || /^https?:/i.test(url), sortOrder: link?.sortOrder ?? nextPlace });
    await queryClient.invalidateQueries({ queryKey: linksKey });
    toast({ title: link ? t('{name} is saved', { name: values.title }) : t('{name} is in the sidebar now', { name: values.title }) });
  };
  return (
    <FormDialog form={form} title={link ? t('Edit {name}', { name: link.title }) : t('Add a link')} action={link ? t('Save') : t('Add')} save={save} onClose={onClose}>
      <Field label={t('Title')} error={errors.title?.message}>
        <Input {...form.register('title', { validate: (text) => text.trim() !== '' || t('Give it a title') })} maxLength={64} autoComplete="off" />
      </Field>
      <Field label={t('Address')} error={errors.url?.message} hint={t('{web}, or a page of this application such as {page}.', { web: 'https://…', page: '/bookings?q=fragile' })}>
        <Input {...form.register('url', { validate: (url) => isLinkAddress(url.trim()) || t('Begin with https:// or, for a page of this application, with /') })} maxLength={2048} dir="ltr" autoComplete="off" spellCheck={false} />
      </Field>
      <Controller control={form.control} name="icon" render={({ field }) => <IconChoice value={field.value} onChange={field.onChange} />} />
      <Checkbox label={t('Open in a new tab')} hint={t('Always so for addresses outside this application.')} {...form.register('isExternal')} />
    </FormDialog>
  );
}
