// Menu entries of plugins: below their area, else at the end.
import { Link, useRouterState } from '@tanstack/react-router';
import { cn, useHost } from '@waybill/plugin';
import { target } from '../lib/href.ts';
import { useT } from '../lib/i18n.ts';
import { LinkIcon } from '../shell/link-icons.tsx';
import { pluginEntries } from './pages.ts';
import { useRegistry } from './registry.ts';

export interface PluginEntriesProps {
  /** Area of the entries; without it, entries of hidden areas. */
  area?: string;
  /** The areas that are in this person's menu. */
  areas: readonly string[];
  itemClass: string;
  onNavigate?: (() => void) | undefined;
}

export default function PluginEntries({ area, areas, itemClass, onNavigate }: PluginEntriesProps) {
  const t = useT();
  const host = useHost();
  const { data } = useRegistry();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = (data ? pluginEntries(data, host) : []).filter(({ nav }) =>
    area ? nav.area === area : !nav.area || !areas.includes(nav.area),
  );
  if (entries.length === 0) return null;
  const items = entries.map(({ key, to, nav }) => {
    const here = path === to || path.startsWith(`${to}/`);
    return (
      <li key={key}>
        <Link
          {...target(to)}
          onClick={onNavigate}
          aria-current={here ? 'page' : undefined}
          activeProps={{}}
          className={cn(
            itemClass,
            area && 'ps-6',
            here && 'bg-sidebar-accent text-sidebar-foreground',
          )}
        >
          <LinkIcon name={nav.icon ?? 'puzzle'} />
          <span className="min-w-0 break-words">{nav.title}</span>
        </Link>
      </li>
    );
  });
  if (area) return items;
  return (
    <ul aria-label={t('Plugins')} className="mt-2 grid gap-0.5 border-t border-sidebar-border pt-2">
      {items}
    </ul>
  );
}
