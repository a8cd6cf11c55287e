// Settings sections of finance.
import { lazy } from 'react';
import { Banknote, BellRing, CalendarRange, Landmark, ListOrdered } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

const SETTINGS = 'Pages.Finance.Settings';

export const sections: SettingsSection[] = [
  {
    id: 'bankTemplates',
    path: 'bank-templates',
    title: msg('Bank templates'),
    description: msg('Column mapping of your bank’s tables'),
    icon: Landmark,
    group: 'finance',
    permission: 'Pages.Finance.Remittance',
    feature: 'Finance',
    audience: STAFF,
    keywords: msg('bank statement payments columns mapping csv excel'),
    component: lazy(() => import('./settings/BankTemplates.tsx')),
  },
  {
    id: 'reminders',
    path: 'reminders',
    title: msg('Reminders'),
    description: msg('Emails about overdue invoices, credit stop, low balance'),
    icon: BellRing,
    group: 'finance',
    permission: SETTINGS,
    feature: 'Finance',
    audience: STAFF,
    keywords: msg('dunning overdue late collection credit stop prepaid'),
    component: lazy(() => import('./settings/Reminders.tsx')),
  },
  {
    id: 'paymentDetails',
    path: 'payment-details',
    title: msg('Payment details'),
    description: msg('The bank account that invoices and statements name'),
    icon: Banknote,
    group: 'finance',
    permission: SETTINGS,
    feature: 'Finance',
    audience: STAFF,
    keywords: msg('bank account bsb iban bic transfer pay invoice'),
    component: lazy(() => import('./settings/PaymentDetails.tsx')),
  },
  {
    id: 'numberSeries',
    path: 'number-series',
    title: msg('Number series'),
    description: msg('Numbers by document, year and unit, and their verification'),
    icon: ListOrdered,
    group: 'finance',
    permission: [SETTINGS, 'Pages.Finance.Ledger'],
    feature: 'Finance',
    audience: STAFF,
    keywords: msg('invoice credit note numbering prefix gaps audit'),
    component: lazy(() => import('./settings/NumberSeries.tsx')),
  },
  {
    id: 'invoicePeriods',
    path: 'invoice-periods',
    title: msg('Invoice periods'),
    description: msg('Your own calendar of periods'),
    icon: CalendarRange,
    group: 'finance',
    permission: SETTINGS,
    feature: 'Finance',
    audience: STAFF,
    keywords: msg('calendar 4-4-5 fortnight month billing'),
    component: lazy(() => import('./settings/InvoicePeriods.tsx')),
  },
];
