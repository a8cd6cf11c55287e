// Customer tab: cost centres.
import { Tags } from 'lucide-react';
import { api } from '../../api/client.ts';
import { CostCenterRequest } from '../../api/resources/customers.gen.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customercostcenter';
const stale = [...customersKey, 'costCenters'] as const;

const callsOf = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getcostcenters`, { ...query, customerId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${path}/getcostcenterforedit`, { id })).costCenter,
  save: (costCenter: Schema<'CostCenterRequest'>) =>
    api.post(`${path}/createorupdatecostcenter`, { customerId, costCenter }),
  remove: (id: number) => api.del(`${path}/deletecostcenter`, { id }),
});

export default function CostCenters({ customerId }: { customerId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="customers.costCenters"
      resource={CostCenterRequest}
      calls={callsOf(customerId)}
      columns={['code', 'name', 'isDefault', 'isActive']}
      search={['code', 'name']}
      icon={<Tags />}
      texts={{
        title: t('Cost centres'),
        description: t('Cost centres that bookings are charged to.'),
        add: t('New cost centre'),
        failed: t('The cost centres could not be loaded'),
        search: t('Search cost centres'),
        filter: t('Filter cost centres'),
        empty: [t('No cost centres yet'), t('Add the cost centres that bookings are assigned to.')],
        none: t('No matching cost centres'),
        afterwards: t('Existing bookings keep it. This cannot be undone.'),
      }}
      fields={{
        code: {},
        name: {},
        isDefault: { hint: t("This customer's new bookings start with it") },
        isActive: {},
      }}
      check={({ isDefault, isActive }) =>
        isDefault && !isActive ? { isActive: t('The default cost centre must be active') } : {}
      }
    />
  );
}
