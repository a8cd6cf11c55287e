// Adds or changes a sidebar link.
import { cn, words } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { SidebarLinkRequest } from '../../../api/limits.gen.ts';
import { queryClient } from '../../../api/query-client.ts';
import { FlagField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { LINK_ICONS } from '../../../shell/link-icons.tsx';
import { isLinkAddress, linksKey, linksQuery, saveLink, type SidebarLink } from './queries.ts';

function IconChoice({ value, onChange }: { value: string; onChange: (icon: string) => void }) {
  const t = useT();
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">{t('Icon')}</legend>
      <div className="flex flex-wrap gap-1">
        {Object.entries(LINK_ICONS).map(([name, Icon]) => (
          <label
            key={name}
            title={t(words(name))}
            className={cn(
              'grid size-8.5 cursor-pointer place-items-center rounded-md border',
              'has-focus-visible:outline-2 has-focus-visible:outline-ring',
              value === name
                ? 'border-primary bg-accent ring-1 ring-primary'
                : 'border-transparent hover:bg-accent',
            )}
          >
            <input
              type="radio"
              name="icon"
              value={name}
              aria-label={t(name === 'book' ? 'Open book' : words(name))}
              checked={value === name}
              onChange={() => onChange(name)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const valuesOf = (link: SidebarLink | null) => ({
  title: link?.title ?? '',
  url: link?.url ?? '',
  icon: link?.icon ?? 'link',
  isExternal: link?.isExternal ?? true,
});

export function LinkDialog({
  link,
  nextPlace,
  onClose,
}: {
  link: SidebarLink | null;
  nextPlace: number;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: link,
    values: valuesOf,
    rules: {
      title: { needed: t('Enter a title'), limits: SidebarLinkRequest.title },
      url: { needed: t('Enter the address'), limits: SidebarLinkRequest.url },
    },
    check: ({ url }) =>
      isLinkAddress(url.trim())
        ? {}
        : { url: t('Start with https://, or with / for a page of this application') },
    save: (values, record) => {
      const url = values.url.trim();
      return saveLink({
        ...record,
        ...values,
        title: values.title.trim(),
        url,
        isExternal: values.isExternal || /^https?:/i.test(url),
        sortOrder: record?.sortOrder ?? nextPlace,
      });
    },
    stale: [linksKey],
    notice: (_, { title }) =>
      link ? t('{name} saved', { name: title }) : t('{name} added to the sidebar', { name: title }),
    saved: onClose,
    ...(link
      ? {
          newest: async () =>
            (await queryClient.fetchQuery({ ...linksQuery, staleTime: 0 })).items.find(
              (one) => one.id === link.id,
            ) ?? link,
        }
      : {}),
  });
  return (
    <FormDialog
      of={form}
      title={link ? t('Edit {name}', { name: link.title }) : t('Add a link')}
      action={link ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField name="title" label={t('Title')} />
      <TextField
        name="url"
        label={t('Address')}
        hint={t('{web}, or a page of this application such as {page}.', {
          web: 'https://…',
          page: '/bookings?q=fragile',
        })}
        dir="ltr"
        spellCheck={false}
      />
      <Controller
        control={form.form.control}
        name="icon"
        render={({ field }) => <IconChoice value={field.value} onChange={field.onChange} />}
      />
      <FlagField
        name="isExternal"
        label={t('Open in a new tab')}
        hint={t('Links outside this application always open in a new tab.')}
      />
    </FormDialog>
  );
}
