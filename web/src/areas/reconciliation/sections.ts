// Settings sections: carrier invoices.
import { lazy } from 'react';
import { Diff, TableProperties } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'tolerances',
    path: 'tolerances',
    title: msg('Tolerances'),
    description: msg('Differences on carriers’ invoices that are approved automatically'),
    icon: Diff,
    group: 'finance',
    permission: 'Pages.Booking.Reconcile',
    feature: 'Booking',
    audience: STAFF,
    keywords: msg('reconciliation invoice difference absorb pass on fuel levy'),
    component: lazy(() => import('./settings/Tolerances.tsx')),
  },
  {
    id: 'invoiceTemplates',
    path: 'invoice-templates',
    title: msg('Invoice templates'),
    description: msg('Column mapping of carriers’ invoices'),
    icon: TableProperties,
    group: 'finance',
    permission: 'Pages.Booking.Reconcile',
    feature: 'Booking',
    audience: STAFF,
    keywords: msg('reconciliation columns mapping csv excel'),
    component: lazy(() => import('./settings/Templates.tsx')),
  },
];
