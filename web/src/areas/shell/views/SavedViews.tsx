// Settings: saved views, private and shared.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Bookmark, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import { Badge, buttonClass, ConfirmDialog } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { localPage, localSearch, localSorting } from '../../../kit/list/local.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { LISTS } from '../../../kit/views/lists.ts';
import {
  addressOf,
  deleteView,
  isShared,
  saveView,
  SHARE_PERMISSION,
  viewsKey,
  viewsQuery,
  type SavedView,
} from '../../../kit/views/queries.ts';
import { ViewDialog } from '../../../kit/views/ViewDialog.tsx';
import { failure, mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { HINTS_VIEW } from '../../../shell/hints.ts';
import { toast } from '../../../shell/toast.tsx';

type Listed = SavedView & { id: number };

export default function SavedViews() {
  const t = useT();
  const mayShare = usePermissions().has(SHARE_PERMISSION);
  const [editing, setEditing] = useState<SavedView | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const listName = (view: SavedView) => t(LISTS[view.view]?.title ?? view.view);
  const seenBy = (view: SavedView) =>
    [
      view.isOwn && !isShared(view) && t('You'),
      view.showToAllUsers ? t('Everyone') : view.showToCustomerUsers && t('Customer users'),
    ]
      .filter(Boolean)
      .join(', ');
  const mayChange = (view: SavedView) => (isShared(view) ? mayShare : (view.isOwn ?? false));
  const makeDefault = async (view: SavedView, isDefault: boolean) => {
    try {
      await saveView({ ...view, isDefault });
      toast({
        title: isDefault
          ? t('{name} is now the default view', { name: view.key })
          : t('The list has no default view'),
      });
    } catch (error) {
      failure(t('{name} could not be changed', { name: view.key }))(error);
    }
    await queryClient.invalidateQueries({ queryKey: viewsKey });
  };
  const list = useList<Listed>({
    id: 'views.list',
    key: viewsKey,
    fetch: async (query) => {
      const all = await queryClient.fetchQuery({ ...viewsQuery(), staleTime: 0 });
      const stored = all.filter(
        (view): view is Listed => view.id !== undefined && view.view !== HINTS_VIEW,
      );
      return localPage(stored, query, {
        text: (view) => `${view.key} ${listName(view)}`,
        fields: { key: (view) => view.key, view: listName },
      });
    },
    rowKey: (view) => view.id,
    name: (view) => view.key,
    href: (view) => addressOf(view) ?? '/settings/views',
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (view) => view.key,
        csv: (view) => view.key,
        sort: 'key',
        fixed: true,
      },
      {
        id: 'list',
        header: t('List'),
        cell: listName,
        csv: listName,
        sort: 'view',
        narrow: 'line',
      },
      { id: 'seenBy', header: t('Visible to'), cell: seenBy, csv: seenBy, narrow: 'line' },
      {
        id: 'default',
        header: t('Default'),
        cell: (view) => view.isDefault && <Badge tone="info">{t('Default')}</Badge>,
        csv: (view) => view.isDefault,
        narrow: 'badge',
      },
    ],
    search: localSearch,
    sorting: localSorting,
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Saved views')}
        heading={{
          breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
          description: t(
            'A saved view keeps the filters, sorting and columns of a list. Save views from the list itself.',
          ),
        }}
        menu={(view) =>
          mayChange(view)
            ? [
                {
                  text: t('Edit'),
                  keyName: 'edit' as const,
                  icon: <Pencil aria-hidden />,
                  onClick: () => setEditing(view),
                },
                view.isDefault
                  ? {
                      text: t('No longer the default'),
                      icon: <StarOff aria-hidden />,
                      onClick: () => void makeDefault(view, false),
                    }
                  : {
                      text: t('Set as default'),
                      icon: <Star aria-hidden />,
                      onClick: () => void makeDefault(view, true),
                    },
                { separator: true },
                {
                  text: t('Delete…'),
                  keyName: 'remove' as const,
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(view),
                },
              ]
            : []
        }
        texts={{
          failed: t('The views could not be loaded'),
          search: { label: t('Search views') },
          filter: t('Filter views'),
          empty: {
            icon: <Bookmark />,
            title: t('No saved views yet'),
            description: t('Set up a list the way you need it, then choose Views and Save view.'),
            action: (
              <Link to="/bookings" className={buttonClass({ variant: 'outline' })}>
                {t('Go to bookings')}
              </Link>
            ),
          },
          none: { title: t('No matching views'), clear: t('Show all') },
        }}
      />
      {editing && (
        <ViewDialog
          view={editing.view}
          value={editing.value}
          stored={editing}
          known={list.rows ?? []}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.key ?? '' })}
        description={
          deleting && isShared(deleting)
            ? t('It is removed for everyone who can see it.')
            : undefined
        }
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting?.id) return;
          await mutate({
            call: () => deleteView(deleting.id),
            stale: [viewsKey],
            notice: t('{name} deleted', { name: deleting.key }),
          });
        }}
      />
    </>
  );
}
