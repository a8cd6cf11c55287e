// The lists that keep views: what they are called, and where they are.
import { msg } from '../../lib/i18n.ts';

export const LISTS: Readonly<Record<string, { title: string; path: string }>> = {
  'bookings.list': { title: msg('Bookings'), path: '/bookings' },
  'customers.list': { title: msg('Customers'), path: '/customers' },
  'carriers.accounts': { title: msg('Carriers'), path: '/carriers' },
  'finance.invoices': { title: msg('Invoices'), path: '/finance/invoices' },
  'finance.payments': { title: msg('Payments'), path: '/finance/payments' },
  'finance.remittances': { title: msg('Remittance advices'), path: '/finance/remittances' },
  'finance.bank': { title: msg('Bank statements'), path: '/finance/bank' },
  'finance.receivables': { title: msg('Receivables'), path: '/finance/receivables' },
  'finance.credit-notes': { title: msg('Credit notes'), path: '/finance/credit-notes' },
  'finance.fees': { title: msg('Fees'), path: '/finance/fees' },
  'finance.ledger': { title: msg('Ledger'), path: '/finance/ledger' },
  'rates.cards': { title: msg('Rate cards'), path: '/rates' },
  'users.list': { title: msg('Users'), path: '/settings/users' },
  'roles.list': { title: msg('Roles'), path: '/settings/roles' },
  'users.all-keys': { title: msg('API keys'), path: '/settings/api-keys' },
  'audit.log': { title: msg('Audit log'), path: '/settings/audit-log' },
  'languages.list': { title: msg('Languages'), path: '/settings/languages' },
  'webhooks.list': { title: msg('Webhooks'), path: '/settings/webhooks' },
  'views.list': { title: msg('Saved views'), path: '/settings/views' },
  'platform.tenants': { title: msg('Tenants'), path: '/platform/tenants' },
  'platform.jobs': { title: msg('Background jobs'), path: '/platform/jobs' },
  'platform.editions': { title: msg('Editions'), path: '/settings/platform/editions' },
};
