// Tenant settings; secrets are masked as flags.
import type { Schema } from '../../../api/types.ts';

export type TenantSettings = Schema<'TenantSettings'>;
export type Numbering = TenantSettings['customer'];
export type InsuranceRate = TenantSettings['insurance']['standard'];
export type OpenIdProvider = TenantSettings['openId'][number] & { clientSecret?: string | null };

export type Group = Exclude<keyof TenantSettings, 'rowVersion'>;
