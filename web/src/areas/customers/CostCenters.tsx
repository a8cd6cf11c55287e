// Customer tab: cost centres.
import { Tags } from 'lucide-react';
import { CostCenterRequest } from '../../api/resources/customers.gen.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { costCenterCalls } from './cost-centers.ts';

export default function CostCenters({ customerId }: { customerId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="customers.costCenters"
      resource={CostCenterRequest}
      calls={costCenterCalls(customerId)}
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
