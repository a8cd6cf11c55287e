// Settings: the saved views of all lists, one's own and the shared ones.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { defaultStringifySearch, Link } from '@tanstack/react-router';
import { Bookmark, Ellipsis, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import { Badge, Button, buttonClass, ConfirmDialog, DropdownMenu, EmptyState, errorMessage, ErrorNote, Skeleton, Table, TBody, Td, Th, THead, Tr } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { target } from '../../../lib/href.ts';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../settings/SectionHeading.tsx';
import { deleteView, isShared, saveView, SHARE_PERMISSION, valueOf, viewsKey, viewsQuery, type SavedView } from './queries.ts';
import { ViewDialog } from './ViewDialog.tsx';

/** The lists that keep views: what they are called, and where they are. */
const LISTS: Record<string, { title: string; path: string }> = {
  'bookings.list': { title: msg('Bookings'), path: '/bookings' },
};

function addressOf(view: SavedView): string | null {
  const list = LISTS[view.view];
  const search = valueOf(view)?.search;
  if (!list) return null;
  return `${list.path}${search && typeof search === 'object' ? defaultStringifySearch(search as Record<string, unknown>) : ''}`;
}

function Row({ view, mayChange, onEdit, onDelete }: { view: SavedView; mayChange: boolean; onEdit: () => void; onDelete: () => void }) {
  const t = useT();
  const address = addressOf(view);
  const makeDefault = async (isDefault: boolean) => {
    try {
      await saveView({ ...view, isDefault });
      toast({ title: isDefault ? t('The list begins with {name} now', { name: view.key }) : t('The list begins without a view') });
    } catch (error) {
      toast({ title: t('{name} could not be changed', { name: view.key }), description: errorMessage(error), variant: 'destructive' });
    }
    await queryClient.invalidateQueries({ queryKey: viewsKey });
  };
  return (
    <Tr>
      <Td className="max-w-72">
        {address ? (
          <Link {...target(address)} className="font-medium break-words text-link underline-offset-2 hover:underline">
            {view.key}
          </Link>
        ) : (
          <span className="break-words">{view.key}</span>
        )}{' '}
        {view.isDefault && <Badge tone="info">{t('Default')}</Badge>}
      </Td>
      <Td className="text-muted-foreground max-sm:hidden">{t(LISTS[view.view]?.title ?? view.view)}</Td>
      <Td className="text-muted-foreground max-md:hidden">{[view.isOwn && !isShared(view) && t('You'), view.showToAllUsers && t('Everybody of the organisation'), view.showToCustomerUsers && t("Customers' people")].filter(Boolean).join(', ')}</Td>
      <Td className="w-px text-end">
        {mayChange && (
          <DropdownMenu
            label={t('Actions for {name}', { name: view.key })}
            trigger={
              <Button variant="ghost" size="icon" aria-label={t('Actions for {name}', { name: view.key })} className="size-7">
                <Ellipsis aria-hidden />
              </Button>
            }
            items={[
              { text: t('Edit'), icon: <Pencil aria-hidden />, onClick: onEdit },
              view.isDefault ? { text: t('No longer the default'), icon: <StarOff aria-hidden />, onClick: () => void makeDefault(false) } : { text: t('Make it the default'), icon: <Star aria-hidden />, onClick: () => void makeDefault(true) },
              { separator: true },
              { text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: onDelete },
            ]}
          />
        )}
      </Td>
    </Tr>
  );
}

export default function SavedViews() {
  const t = useT();
  const views = useQuery(viewsQuery());
  const mayShare = usePermissions().has(SHARE_PERMISSION);
  const [editing, setEditing] = useState<SavedView | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  return (
    <>
      <SectionHeading title={t('Saved views')} description={t('Filter, order and columns of a list under a name. They are saved beside the list.')} />
      {views.isError ? (
        <ErrorNote title={t('The views could not be loaded')} error={views.error} onRetry={() => void views.refetch()} />
      ) : views.data?.length === 0 ? (
        <EmptyState
          icon={<Bookmark />}
          title={t('No saved views yet')}
          description={t('Set a list up as you need it, then choose Views and Save this view.')}
          action={
            <Link to="/bookings" className={buttonClass({ variant: 'outline' })}>
              {t('To the bookings')}
            </Link>
          }
        />
      ) : (
        <Table label={t('Saved views')}>
          <THead>
            <tr>
              <Th>{t('Name')}</Th>
              <Th className="max-sm:hidden">{t('List')}</Th>
              <Th className="max-md:hidden">{t('Seen by')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {views.data
              ? views.data.map((view) => <Row key={view.id} view={view} mayChange={isShared(view) ? mayShare : (view.isOwn ?? false)} onEdit={() => setEditing(view)} onDelete={() => setDeleting(view)} />)
              : [0, 1, 2].map((row) => (
                  <tr key={row}>
                    <Td colSpan={4}>
                      <Skeleton />
                    </Td>
                  </tr>
                ))}
          </TBody>
        </Table>
      )}
      {editing && <ViewDialog view={editing.view} value={editing.value} stored={editing} known={views.data ?? []} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.key ?? '' })}
        description={deleting && isShared(deleting) ? t('It disappears for everybody who sees it.') : undefined}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting?.id) return;
          await deleteView(deleting.id);
          await queryClient.invalidateQueries({ queryKey: viewsKey });
          toast({ title: t('{name} is deleted', { name: deleting.key }) });
        }}
      />
    </>
  );
}
