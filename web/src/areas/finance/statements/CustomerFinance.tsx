// Customer tab: credit, debt, balance, reminders.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import Emails from '../../../kit/emails/Emails.tsx';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { CreditStop } from './CreditStop.tsx';
import { LatestReminders } from './LatestReminders.tsx';
import { LowBalance } from './LowBalance.tsx';
import { AccountStanding } from './Standing.tsx';

export default function CustomerFinance({ id }: { id: number }) {
  const t = useT();
  const { has } = usePermissions();
  const ways = [
    { text: t('Statement'), href: `/finance/statements/${id}`, show: true },
    {
      text: t('Invoices'),
      href: `/finance/invoices?customer=${id}`,
      show: has('Pages.Finance.Invoices'),
    },
    {
      text: t('Payments'),
      href: `/finance/payments?customer=${id}`,
      show: has('Pages.Finance.Payments'),
    },
    {
      text: t('Credit notes'),
      href: `/finance/credit-notes?customer=${id}`,
      show: has('Pages.Finance.CreditNotes'),
    },
    { text: t('Reminders'), href: `/finance/reminders?customer=${id}`, show: true },
    {
      text: t('Record payment'),
      href: `/finance/payments/new?customer=${id}`,
      show: has('Pages.Finance.Remittance'),
    },
  ];
  return (
    <div className="grid max-w-5xl gap-4">
      <CreditStop customerId={id} />
      <AccountStanding customerId={id}>
        {(prepaid) => has('Pages.Finance.Settings') && <LowBalance of={prepaid} />}
      </AccountStanding>
      <nav aria-label={t('Customer finance')} className="flex flex-wrap gap-2">
        {ways
          .filter(({ show }) => show)
          .map(({ text, href }) => (
            <Link
              key={text}
              {...target(href)}
              className={buttonClass({ variant: 'outline', size: 'sm' })}
            >
              {text}
            </Link>
          ))}
      </nav>
      <LatestReminders customerId={id} />
      <Emails recordType="Customer" recordId={id} />
    </div>
  );
}
