// Saved views of a list: select and save.
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Check, Settings2, Users } from 'lucide-react';
import { Button, cn, DropdownMenu, type MenuItem } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { defaultOf, isShared, sameValue, valueOf, viewsQuery } from './queries.ts';
import { ViewDialog } from './ViewDialog.tsx';

export interface ViewMenuProps {
  /** Screen id: `bookings.list`. */
  view: string;
  value: Record<string, unknown>;
  onApply: (value: Record<string, unknown>) => void;
  /** Nothing chosen yet: the default view may apply, once. */
  untouched: boolean;
}

export function ViewMenu({ view, value, onApply, untouched }: ViewMenuProps) {
  const t = useT();
  const views = useQuery(viewsQuery(view));
  const [saving, setSaving] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !views.data) return;
    begun.current = true;
    const first = untouched ? defaultOf(views.data) : undefined;
    const stored = first && valueOf(first);
    if (stored) onApply(stored);
    // Only coming to the list begins with the default.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [views.data]);
  // Lists work without views: failures show only in settings.
  const readable = (views.data ?? []).flatMap((one) => {
    const stored = valueOf(one);
    return stored ? [{ one, stored }] : [];
  });
  const current = readable.find(({ stored }) => sameValue(stored, value))?.one;
  const items: MenuItem[] = [
    ...readable.map(({ one, stored }) => ({
      text: one.key,
      icon:
        one === current ? (
          <Check aria-hidden />
        ) : isShared(one) ? (
          <Users aria-hidden />
        ) : (
          <Bookmark aria-hidden />
        ),
      onClick: () => onApply(stored),
    })),
    ...(readable.length > 0 ? [{ separator: true }] : []),
    { text: t('Save view…'), icon: <BookmarkPlus aria-hidden />, onClick: () => setSaving(true) },
    { text: t('Manage views'), icon: <Settings2 aria-hidden />, href: '/settings/views' },
  ];
  return (
    <>
      <DropdownMenu
        label={t('Views')}
        items={items}
        trigger={
          <Button variant="outline" size="sm" className="h-8 text-[13px]" title={t('Views')}>
            <Bookmark aria-hidden />
            <span className={cn('max-w-40 truncate', !current && '@max-[74rem]:sr-only')}>
              {current?.key ?? t('Views')}
            </span>
          </Button>
        }
      />
      {saving && (
        <ViewDialog
          view={view}
          value={JSON.stringify(value)}
          known={views.data ?? []}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
