// Saved views, private and shared; all keys begin with 'views'.
import { queryOptions } from '@tanstack/react-query';
import { defaultStringifySearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { LISTS } from './lists.ts';
import type { Schema } from '../../api/types.ts';

export type SavedView = Schema<'ViewConfiguration'>;

export const viewsKey = ['views'] as const;
export const SHARE_PERMISSION = 'Pages.Administration.ViewConfigurations';

export const viewsQuery = (view?: string) =>
  queryOptions({
    queryKey: [...viewsKey, view ?? 'all'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (
        await api.get('/api/core/ViewConfiguration/GetViewConfigurations', view ? { view } : {}, {
          signal,
        })
      ).items,
  });

export const saveView = (viewConfiguration: Schema<'ViewConfigurationRequest'>) =>
  api.post('/api/core/ViewConfiguration/CreateOrUpdateViewConfiguration', { viewConfiguration });
export const deleteView = (id: number) =>
  api.del('/api/core/ViewConfiguration/DeleteViewConfiguration', { id });

export const isShared = (view: SavedView) => view.showToAllUsers || view.showToCustomerUsers;

export const defaultOf = (views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => view.isDefault && view.isOwn) ??
  views.find((view) => view.isDefault && isShared(view));

export function valueOf(view: SavedView): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(view.value);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** URL of the view's list with its state. */
export function addressOf(view: SavedView): string | null {
  const list = LISTS[view.view];
  const search = valueOf(view)?.['search'];
  if (!list) return null;
  return `${list.path}${search && typeof search === 'object' ? defaultStringifySearch({ ...search }) : ''}`;
}

/** True if states are equal, ignoring key order. */
export function sameValue(first: unknown, second: unknown): boolean {
  const plain = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, plain(one)]),
        )
      : value;
  return JSON.stringify(plain(first)) === JSON.stringify(plain(second));
}
