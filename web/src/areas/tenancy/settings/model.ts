// The tenant's settings as the server answers them. Secrets are never among them; a flag tells that there is one.
import type { Schema } from '../../../api/types.ts';

export type TenantSettings = Schema<'TenantSettings'>;
export type Numbering = TenantSettings['customer'];
export type InsuranceRate = TenantSettings['insurance']['standard'];
export type OpenIdProvider = TenantSettings['openId'][number] & { clientSecret?: string | null };

export type Group = Exclude<keyof TenantSettings, 'rowVersion'>;
