// The lists that keep views: what they are called, and where they are.
import { msg } from '../../lib/i18n.ts';

export const LISTS: Readonly<Record<string, { title: string; path: string }>> = {
  'bookings.list': { title: msg('Bookings'), path: '/bookings' },
  'bookings.manifests': { title: msg('Manifests'), path: '/bookings/manifests' },
  'bookings.pickups': { title: msg('Pickups'), path: '/bookings/pickups' },
  'customers.list': { title: msg('Customers'), path: '/customers' },
  'carriers.accounts': { title: msg('Carriers'), path: '/carriers' },
  'quotes.sheet': { title: msg('Quote templates'), path: '/quotes/new' },
  'finance.invoices': { title: msg('Invoices'), path: '/finance/invoices' },
  'finance.payments': { title: msg('Payments'), path: '/finance/payments' },
  'finance.remittances': { title: msg('Remittance advices'), path: '/finance/remittances' },
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
