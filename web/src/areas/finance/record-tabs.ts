// Customer tab: finance.
import { lazy } from 'react';
import type { RecordTab } from '../../kit/record-tabs.ts';
import { msg } from '../../lib/i18n.ts';

export const recordTabs: RecordTab[] = [
  {
    on: 'customer',
    id: 'finance',
    label: msg('Finance'),
    permission: 'Pages.Finance.Statements',
    feature: 'Finance',
    order: 10,
    component: lazy(() => import('./statements/CustomerFinance.tsx')),
  },
];
