// The complete tenant that test servers return.
import type { Schema } from '../src/api/types.ts';

export const TENANT: Schema<'TenantAnswer'> = { state: 1, tenantId: 1, serverRootAddress: '' };

export const CONFIGURATION: Schema<'Configuration'> = {
  tenantName: 'T',
  tenantBillingAddress: { address: '', legalName: '', taxVatNo: '' },
  allowSelfRegistration: false,
  baseCurrency: 'AUD',
  timezone: 'UTC',
  countryCode: 'AU',
  holidays: [],
  guests: { canBook: false, onAccount: false },
  hasMailServer: true,
  ui: { logoId: null, customCssId: null, primaryColor: null },
};
