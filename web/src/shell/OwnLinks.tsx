// The tenant's own links in the sidebar, below the application's entries.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { api } from '../api/client.ts';
import { target } from '../lib/href.ts';
import { useT } from '../lib/i18n.ts';
import { LinkIcon } from './link-icons.tsx';

/** Links are external or internal; script URLs are rejected. */
export function ownLinkKind(url: string): 'page' | 'web' | null {
  if (/^\/(?![/\\])/.test(url)) return 'page';
  return /^https?:\/\//i.test(url) ? 'web' : null;
}

export default function OwnLinks({
  itemClass,
  onNavigate,
}: {
  itemClass: string;
  onNavigate?: (() => void) | undefined;
}) {
  const t = useT();
  const links = useQuery({
    queryKey: ['sidebar-links'],
    queryFn: ({ signal }) => api.get('/api/core/tenant/getsidebarlinks', undefined, { signal }),
    staleTime: 300_000,
  });
  // Optional: errors are ignored.
  const shown = links.data?.items.filter(({ url }) => ownLinkKind(url) !== null) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('Links')} className="mt-2 grid gap-0.5 border-t border-sidebar-border pt-2">
      {shown.map((link) => {
        const inside = (
          <>
            <LinkIcon name={link.icon} />
            <span className="min-w-0 flex-1 break-words">{link.title}</span>
          </>
        );
        const elsewhere = link.isExternal || ownLinkKind(link.url) === 'web';
        return (
          <li key={link.id}>
            {elsewhere ? (
              <a href={link.url} target="_blank" rel="noreferrer noopener" className={itemClass}>
                {inside}
                <ExternalLink aria-hidden className="size-3! opacity-70" />
                <span className="sr-only">{t('(opens in a new tab)')}</span>
              </a>
            ) : (
              <Link {...target(link.url)} onClick={onNavigate} className={itemClass}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
