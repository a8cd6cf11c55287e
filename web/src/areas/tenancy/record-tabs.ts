// Customer tab: features.
import { lazy } from 'react';
import type { RecordTab } from '../../kit/record-tabs.ts';
import { msg } from '../../lib/i18n.ts';

export const recordTabs: RecordTab[] = [
  {
    on: 'customer',
    id: 'features',
    label: msg('Features'),
    permission: 'Pages.Customer.Edit',
    component: lazy(() => import('./features/CustomerFeatures.tsx')),
  },
];
