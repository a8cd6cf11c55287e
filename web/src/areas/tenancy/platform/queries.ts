// Platform requests; keys begin with 'platform'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import type { Schema } from '../../../api/types.ts';

export type ListedTenant = Schema<'TenantItem'>;
export type EditedTenant = Schema<'TenantItem'>;
export type Edition = Schema<'Edition'>;
export type PlatformSettings = Schema<'PlatformSettings'>;
export type TenantForEdit = Schema<'TenantForEdit'>;
export type EditionForEdit = Schema<'EditionForEdit'>;

export const platformKey = ['platform'] as const;
export const PERMISSIONS = {
  see: 'Pages.Tenants',
  create: 'Pages.Tenants.Create',
  edit: 'Pages.Tenants.Edit',
  features: 'Pages.Tenants.ChangeFeatures',
  remove: 'Pages.Tenants.Delete',
  enter: 'Pages.Tenants.Impersonation',
} as const;

export const fetchTenants = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/core/platform/gettenants', query, { signal });

export const tenantQuery = (id: number) =>
  queryOptions({
    queryKey: [...platformKey, 'tenant', id],
    queryFn: ({ signal }) => api.get('/api/core/platform/gettenantforedit', { id }, { signal }),
  });

export const fetchEditions = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/core/platform/geteditions', query, { signal });

/** All editions, for choices. */
export const editionsQuery = queryOptions({
  queryKey: [...platformKey, 'editions'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/core/platform/geteditions',
        { maxResultCount: 1000, sorting: 'displayName' },
        { signal },
      )
    ).items,
});

/** 0: a new one. */
export const editionQuery = (id: number) =>
  queryOptions({
    queryKey: [...platformKey, 'edition', id],
    queryFn: ({ signal }) => api.get('/api/core/platform/geteditionforedit', { id }, { signal }),
  });

export const setState = (id: number, active: boolean) =>
  api.post(active ? '/api/core/platform/activate' : '/api/core/platform/suspend', { id });
export const removeTenant = (id: number) => api.del('/api/core/platform/deletetenant', { id });

/** Enters as administrator; the fragment carries a token valid once, for a minute. */
export async function enterTenant(tenantId: number): Promise<void> {
  const { impersonationToken, url } = await api.post('/api/core/platform/enter', { tenantId });
  location.assign(
    `${url.replace(/\/$/, '')}/auth/enter#token=${encodeURIComponent(impersonationToken)}`,
  );
}

/** Lower case, digits, hyphens. */
export function editionName(displayName: string): string {
  const plain = displayName.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 64) || `edition-${Date.now().toString(36)}`
  );
}

/** Parses names by line or comma, without scheme and path. */
export function readHosts(text: string): string[] {
  const names = text.split(/[\s,]+/).map((host) =>
    host
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/:].*$/, ''),
  );
  return [...new Set(names.filter(Boolean))];
}
