// Status badge of a customer.
import { Badge, words, type Tone } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import type { Customer } from './model.ts';

const tones: Record<string, Tone> = {
  Active: 'success',
  Pending: 'info',
  OnHold: 'warning',
  CreditStop: 'danger',
  Suspended: 'danger',
  Closed: 'neutral',
};

export const accountStatusText = (customer: Customer): string =>
  customer.isActive === false ? msg('Inactive') : words(customer.accountStatus || 'Active');

export function AccountStatus({ customer }: { customer: Customer }) {
  const t = useT();
  const tone =
    customer.isActive === false
      ? 'neutral'
      : (tones[customer.accountStatus || 'Active'] ?? 'neutral');
  return <Badge tone={tone}>{t(accountStatusText(customer))}</Badge>;
}
