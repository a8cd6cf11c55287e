// Settings: the tenant's sidebar links.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ExternalLink, Link2, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, ConfirmDialog, EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { failure, mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { LinkIcon } from '../../../shell/link-icons.tsx';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import {
  deleteLink,
  linksKey,
  linksQuery,
  MAX_LINKS,
  moved,
  saveLink,
  type SidebarLink,
} from './queries.ts';

export default function SidebarLinks() {
  const t = useT();
  const links = useQuery(linksQuery);
  const [editing, setEditing] = useState<SidebarLink | 'new' | null>(null);
  const [deleting, setDeleting] = useState<SidebarLink | null>(null);
  const items = links.data?.items ?? [];
  const move = useMutation({
    mutationFn: async ({ id, step }: { id: number; step: -1 | 1 }) => {
      for (const link of moved(items, id, step)) await saveLink(link);
    },
    onError: failure(t('The order could not be changed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: linksKey }),
  });
  const add = {
    text: t('Add a link'),
    icon: <Plus aria-hidden />,
    primary: true,
    disabled: items.length >= MAX_LINKS,
    onClick: () => setEditing('new'),
  };
  return (
    <>
      <SectionHeading
        title={t('Sidebar links')}
        description={t('Custom links below the sidebar entries, visible to everyone.')}
        actions={items.length > 0 ? [add] : []}
      />
      {links.isLoadingError ? (
        <ErrorNote
          title={t('The links could not be loaded')}
          error={links.error}
          onRetry={() => void links.refetch()}
        />
      ) : links.isPending ? (
        <Skeleton className="h-32 max-w-3xl" />
      ) : items.length === 0 ? (
        <EmptyState
          icon={<Link2 />}
          title={t('No links yet')}
          description={t(
            'Add pages your team uses every day, such as a help desk, a price list or a ' +
              'filtered list in this application.',
          )}
          action={
            <Button onClick={add.onClick}>
              <Plus aria-hidden /> {t('Add a link')}
            </Button>
          }
        />
      ) : (
        <ol
          aria-label={t('Sidebar links')}
          aria-busy={move.isPending || undefined}
          className="max-w-3xl divide-y divide-border rounded-lg border border-border bg-card shadow-xs"
        >
          {items.map((link, index) => (
            <li key={link.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <LinkIcon name={link.icon} className="size-4 shrink-0 text-muted-foreground" />
              <div className="min-w-0 flex-1 basis-48">
                <span className="flex items-center gap-1.5 text-sm font-medium">
                  <span className="min-w-0 truncate">{link.title}</span>
                  {link.isExternal && (
                    <ExternalLink
                      role="img"
                      aria-label={t('Opens in a new tab')}
                      className="size-3.5 shrink-0 text-muted-foreground"
                    />
                  )}
                </span>
                <span dir="ltr" className="block truncate text-start text-xs text-muted-foreground">
                  {link.url}
                </span>
              </div>
              <div className="flex">
                <Button
                  variant="ghost"
                  size="icon"
                  className="size-7"
                  disabled={index === 0 || move.isPending}
                  aria-label={t('Move {name} up', { name: link.title })}
                  onClick={() => move.mutate({ id: link.id ?? 0, step: -1 })}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  className="size-7"
                  disabled={index === items.length - 1 || move.isPending}
                  aria-label={t('Move {name} down', { name: link.title })}
                  onClick={() => move.mutate({ id: link.id ?? 0, step: 1 })}
                >
                  <ArrowDown aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  className="size-7"
                  aria-label={t('Edit {name}', { name: link.title })}
                  onClick={() => setEditing(link)}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  className="size-7"
                  aria-label={t('Delete {name}', { name: link.title })}
                  onClick={() => setDeleting(link)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {editing && (
        <LinkDialog
          link={editing === 'new' ? null : editing}
          nextPlace={Math.max(0, ...items.map((link) => link.sortOrder)) + 10}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.title ?? '' })}
        description={t("It is removed from everyone's sidebar.")}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting?.id) return;
          await mutate({
            call: () => deleteLink(deleting.id),
            stale: [linksKey],
            notice: t('{name} deleted', { name: deleting.title }),
          });
        }}
      />
    </>
  );
}
