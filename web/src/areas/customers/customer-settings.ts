// A customer's booking settings: wire and form.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { customersKey } from './queries.ts';

export type CustomerSettings = Schema<'AllCustomerSettings'>;

export const customerSettingsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...customersKey, 'settings', customerId],
    queryFn: ({ signal }) =>
      api.get('/api/customer/customersettings/getallsettings', { customerId }, { signal }),
  });

export const draftOf = ({
  costCenterSettings,
  referenceSettings,
  bookingSettings,
}: CustomerSettings) => ({
  costCenterSettings: { ...costCenterSettings },
  referenceSettings: { ...referenceSettings },
  bookingSettings: { ...bookingSettings },
});

export type SettingsDraft = ReturnType<typeof draftOf>;

export const saveCustomerSettings = (
  draft: SettingsDraft,
  { customerId, rowVersion }: CustomerSettings,
) =>
  api.put('/api/customer/customersettings/updateallsettings', { customerId, rowVersion, ...draft });
