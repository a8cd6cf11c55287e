// Status badge of a customer.
import { Badge, words, type Tone } from '@waybill/plugin';
import type { Status } from '../../kit/list/status.tsx';
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

export const accountStatusOf = ({ isActive, accountStatus }: Customer): Status =>
  isActive === false
    ? { text: msg('Inactive'), tone: 'neutral' }
    : {
        text: words(accountStatus || 'Active'),
        tone: tones[accountStatus || 'Active'] ?? 'neutral',
      };

export function AccountStatus({ customer }: { customer: Customer }) {
  const t = useT();
  const { text, tone } = accountStatusOf(customer);
  return <Badge tone={tone}>{t(text)}</Badge>;
}
