// Sidebar links; the shell shares the key.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';

export type SidebarLink = Schema<'SidebarLink'>;

export const linksKey = ['sidebar-links'] as const;
export const MAX_LINKS = 50;

export const linksQuery = queryOptions({
  queryKey: [...linksKey],
  queryFn: ({ signal }) => api.get('/api/core/tenant/getsidebarlinks', undefined, { signal }),
});

export const saveLink = (sidebarLink: Schema<'SidebarLinkRequest'>) =>
  api.post('/api/core/tenant/createorupdatesidebarlink', { sidebarLink });
export const deleteLink = (id: number) => api.del('/api/core/tenant/deletesidebarlink', { id });

/** A web URL, or a path here. */
export const isLinkAddress = (url: string): boolean =>
  /^https?:\/\/[^/\s]+/i.test(url) || /^\/(?!\/)/.test(url);

/** Changed links, renumbered in tens. */
export function moved(links: readonly SidebarLink[], id: number, step: -1 | 1): SidebarLink[] {
  const from = links.findIndex((link) => link.id === id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= links.length) return [];
  const order = [...links];
  const [link] = order.splice(from, 1);
  if (link) order.splice(to, 0, link);
  return order.flatMap((one, index) =>
    one.sortOrder === (index + 1) * 10 ? [] : [{ ...one, sortOrder: (index + 1) * 10 }],
  );
}
