// Sub-pages of the open area in the sidebar.
import { Link, useRouterState } from '@tanstack/react-router';
import { cn } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { subEntryAt, visibleSubEntries } from './sub-entries.ts';
import { useViewer } from './viewer.ts';

export interface SubEntriesProps {
  of: string;
  label: string;
  itemClass: string;
  onLeave: (to: string) => void;
}

export default function SubEntries({ of, label, itemClass, onLeave }: SubEntriesProps) {
  const t = useT();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = visibleSubEntries(useViewer(), of);
  const here = subEntryAt(entries, path);
  if (entries.length < 2) return null;
  return (
    <ul aria-label={label} className="my-0.5 ms-4.5 grid border-s border-sidebar-border ps-2">
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            search={{}}
            onClick={() => onLeave(entry.to)}
            aria-current={entry === here ? 'page' : undefined}
            activeProps={{}}
            className={cn(
              itemClass,
              'py-1',
              entry === here && 'bg-sidebar-accent text-sidebar-foreground',
            )}
          >
            {t(entry.text)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
