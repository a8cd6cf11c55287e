// Adds or changes a sidebar link.
import { cn, words } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { SidebarLinkRequest } from '../../../api/resources/tenancy.gen.ts';
import { queryClient } from '../../../api/query-client.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useResourceForm } from '../../../kit/resource/form.ts';
import { RecordFields } from '../../../kit/resource/RecordFields.tsx';
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
  const form = useResourceForm(SidebarLinkRequest, {
    record: link,
    fields: ['title', 'url', 'icon', 'isExternal'],
    initial: { icon: 'link', isExternal: true },
    name: ({ title }) => title ?? '',
    check: ({ url }) =>
      isLinkAddress(url.trim())
        ? {}
        : { url: t('Start with https://, or with / for a page of this application') },
    save: (request, record) =>
      saveLink({
        ...request,
        isExternal: request.isExternal || /^https?:/i.test(request.url ?? ''),
        sortOrder: record?.sortOrder ?? nextPlace,
      }),
    stale: [linksKey],
    notice: (_, { title }) =>
      link ? t('{name} saved', { name: title }) : t('{name} added to the sidebar', { name: title }),
    saved: onClose,
    newest: async (before) =>
      (await queryClient.fetchQuery({ ...linksQuery, staleTime: 0 })).items.find(
        ({ id }) => id === before.id,
      ) ?? before,
  });
  return (
    <FormDialog
      of={form}
      title={link ? t('Edit {name}', { name: link.title }) : t('Add a link')}
      action={link ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <RecordFields
        resource={SidebarLinkRequest}
        fields={{
          title: {},
          url: {
            isCode: true,
            hint: t('{web}, or a page of this application such as {page}.', {
              web: 'https://…',
              page: '/bookings?q=fragile',
            }),
          },
          icon: (
            <Controller
              name="icon"
              render={({ field }) => <IconChoice value={field.value} onChange={field.onChange} />}
            />
          ),
          isExternal: {
            hint: t('Links outside this application always open in a new tab.'),
          },
        }}
      />
    </FormDialog>
  );
}
