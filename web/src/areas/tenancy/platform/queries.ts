// The platform's own calls: its tenants, their editions, and its settings; every key begins with 'platform'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../../api/client.ts';
import { quoted } from '../../bookings/search.ts';
import type { FeaturesAnswer, FeatureValue } from '../features/features.ts';
import type { TenantsSearch } from './search.ts';

export { parseTenantsSearch, type TenantsSearch } from './search.ts';

export interface ListedTenant {
  id: number;
  name: string;
  state: 'Available' | 'InActive';
  hosts: string[];
  editionId?: number | null;
  editionName?: string | null;
  isPlatform: boolean;
  creationTime?: string | null;
}

export interface EditedTenant {
  id: number;
  rowVersion?: number | string;
  name: string;
  hosts: string[];
  state: 'Available' | 'InActive';
  editionId?: number | null;
  timezone?: string | null;
  baseCurrency?: string | null;
  isPlatform: boolean;
  creationTime?: string | null;
}

export interface Edition {
  id?: number;
  rowVersion?: number | string;
  name: string;
  displayName: string;
}

export interface PlatformSettings {
  rowVersion: number;
  email: {
    defaultFromAddress: string;
    defaultFromDisplayName: string;
    smtpHost: string;
    smtpPort: number;
    smtpUserName: string;
    smtpPassword?: string | null;
    hasPassword: boolean;
    smtpSecurity: 'None' | 'StartTls' | 'Tls';
  };
}

export const platformKey = ['platform'] as const;
export const PERMISSIONS = {
  see: 'Pages.Tenants',
  create: 'Pages.Tenants.Create',
  edit: 'Pages.Tenants.Edit',
  features: 'Pages.Tenants.ChangeFeatures',
  remove: 'Pages.Tenants.Delete',
  enter: 'Pages.Tenants.Impersonation',
};
export const TENANTS_PER_PAGE = 25;

export function tenantsFilter({ q, state }: TenantsSearch): string {
  const parts = [...(state ? [`state eq ${quoted(state)}`] : []), ...(q ? [`contains(tolower(name),${quoted(q.toLowerCase())})`] : [])];
  return parts.join(' and ');
}

export const tenantsQuery = (search: TenantsSearch) => {
  const filter = tenantsFilter(search);
  const query = { ...(filter ? { filter } : {}), sorting: 'name, id', maxResultCount: TENANTS_PER_PAGE, skipCount: search.skip ?? 0 };
  return queryOptions({
    queryKey: [...platformKey, 'tenants', query],
    queryFn: ({ signal }) => api.get<Page<ListedTenant>>('/api/core/platform/gettenants', query, { signal }),
    placeholderData: keepPreviousData,
  });
};

export interface TenantForEdit {
  tenant: EditedTenant;
  features: FeaturesAnswer;
}

export const tenantQuery = (id: number) =>
  queryOptions({
    queryKey: [...platformKey, 'tenant', id],
    queryFn: ({ signal }) => api.get<TenantForEdit>('/api/core/platform/gettenantforedit', { id }, { signal }),
  });

export const editionsQuery = queryOptions({
  queryKey: [...platformKey, 'editions'],
  queryFn: async ({ signal }) => (await api.get<Page<Edition>>('/api/core/platform/geteditions', { maxResultCount: 1000, sorting: 'displayName' }, { signal })).items,
});

export interface EditionForEdit extends Pick<FeaturesAnswer, 'features'> {
  edition: Edition & { featureValues: FeatureValue[] };
}

/** 0 answers a new one, with everything it could limit. */
export const editionQuery = (id: number) =>
  queryOptions({
    queryKey: [...platformKey, 'edition', id],
    queryFn: ({ signal }) => api.get<EditionForEdit>('/api/core/platform/geteditionforedit', { id }, { signal }),
  });

export const setState = (id: number, active: boolean) => api.post(active ? '/api/core/platform/activate' : '/api/core/platform/suspend', { id });
export const removeTenant = (id: number) => api.del('/api/core/platform/deletetenant', { id });

/** Goes into a tenant as its administrator: the token, good for a minute and once, travels in the fragment. */
export async function enterTenant(tenantId: number): Promise<void> {
  const { impersonationToken, url } = await api.post<{ impersonationToken: string; url: string }>('/api/core/platform/enter', { tenantId });
  location.assign(`${url.replace(/\/$/, '')}/auth/enter#token=${encodeURIComponent(impersonationToken)}`);
}

/** What commands call an edition: small letters, digits and hyphens, from its name. */
export function editionName(displayName: string): string {
  const plain = displayName.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 64) || `edition-${Date.now().toString(36)}`;
}

/** Host names, one a line or with commas, without what comes from the address bar. */
export function readHosts(text: string): string[] {
  const names = text.split(/[\s,]+/).map((host) => host.trim().toLowerCase().replace(/^https?:\/\//, '').replace(/[/:].*$/, ''));
  return [...new Set(names.filter(Boolean))];
}
