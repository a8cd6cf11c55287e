// Customer tabs for staff and the customer's users.
import { lazy } from 'react';
import type { Tab } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';

const Claims = lazy(() => import('./Claims.tsx'));
const CostCenters = lazy(() => import('./CostCenters.tsx'));
const DangerousGoods = lazy(() => import('./DangerousGoods.tsx'));
const FrequentAddresses = lazy(() => import('./FrequentAddresses.tsx'));
const Products = lazy(() => import('./Products.tsx'));
const References = lazy(() => import('./References.tsx'));

export function useBelongingTabs(customerId: number, sendsDangerousGoods: boolean): Tab[] {
  const t = useT();
  const { has } = usePermissions();
  return [
    ...(has('Pages.FrequentAddress')
      ? [
          {
            id: 'addresses',
            label: t('Addresses'),
            content: <FrequentAddresses customerId={customerId} />,
          },
        ]
      : []),
    ...(has('Pages.Product')
      ? [{ id: 'products', label: t('Products'), content: <Products customerId={customerId} /> }]
      : []),
    ...(has('Pages.CostCenter')
      ? [
          {
            id: 'costCenters',
            label: t('Cost centres'),
            content: <CostCenters customerId={customerId} />,
          },
        ]
      : []),
    ...(has('Pages.Reference')
      ? [
          {
            id: 'references',
            label: t('References'),
            content: <References customerId={customerId} />,
          },
        ]
      : []),
    ...(has('Pages.Claim')
      ? [{ id: 'claims', label: t('Claims'), content: <Claims customerId={customerId} /> }]
      : []),
    {
      id: 'dangerousGoods',
      label: t('Dangerous goods'),
      content: <DangerousGoods customerId={customerId} permitted={sendsDangerousGoods} />,
    },
  ];
}
