// Customer tab: markups.
import { lazy } from 'react';
import type { RecordTab } from '../../kit/record-tabs.ts';
import { msg } from '../../lib/i18n.ts';

export const recordTabs: RecordTab[] = [
  {
    on: 'customer',
    id: 'markups',
    label: msg('Markups'),
    permission: 'Pages.Customer.EditMarkup',
    feature: 'Booking',
    component: lazy(() => import('./CustomerMarkups.tsx')),
  },
];
