// Parts of a guest's confirmation: what happens next, payment, and the way back.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, DefinitionList, useFormat } from '@waybill/plugin';
import { useTenant } from '../../../api/tenant.tsx';
import { amountTotal } from '../../../lib/bookings/display.ts';
import { atTheCarrier } from '../../../lib/bookings/status.ts';
import { cardOptionsQuery } from '../../../lib/cards.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Finding, OutsideBooking } from './queries.ts';

const AS_GUEST = { anonymous: true } as const;

export function Received({ booking, email }: { booking: OutsideBooking; email: string }) {
  const t = useT();
  const { hasMailServer } = useTenant();
  return (
    <div role="status" className="grid gap-1 text-sm">
      <p>
        {atTheCarrier.includes(booking.bookingStatus)
          ? t('The carrier has the booking. Connote {connote}.', {
              connote: booking.consignmentId ?? '–',
            })
          : t('The booking is saved and is sent to the carrier once it is paid.')}
      </p>
      <p className="text-muted-foreground">
        {hasMailServer
          ? t(
              'We are sending the booking number to {email}. With both, you can find the booking again.',
              { email },
            )
          : t(
              'Note the booking number. With it and your email address you can find the booking again.',
            )}
      </p>
    </div>
  );
}

/** Cards are charged without the guest; a transfer needs the account. */
export function HowToPay({ booking, isBooked }: { booking: OutsideBooking; isBooked: boolean }) {
  const t = useT();
  const format = useFormat();
  const { name } = useTenant();
  const { data: options } = useQuery(cardOptionsQuery(AS_GUEST));
  const price = amountTotal(booking.pricingDetail?.total);
  const amount = price === null ? '–' : format.money(price);
  if (!options) return null;
  // The confirmation has the sentence already.
  const next = isBooked ? null : t('The booking is sent to the carrier once it is paid.');
  if (options.provider) return next && <p className="text-sm">{next}</p>;
  const account = options.payTo;
  if (!account)
    return (
      <p className="text-sm">
        {t('{tenant} contacts you about the payment of {amount}.', { tenant: name, amount })}
      </p>
    );
  const rows = [
    { label: t('Account name'), value: account.accountName },
    { label: t('Bank'), value: account.bankName },
    { label: t('Bank code'), value: account.bankCode },
    { label: t('Account number or IBAN'), value: account.accountNumber },
    { label: t('BIC (SWIFT)'), value: account.swiftCode },
  ];
  return (
    <Card>
      <CardHeader title={t('Pay by bank transfer')} {...(next ? { description: next } : {})} />
      <DefinitionList
        items={[
          { label: t('Amount'), value: amount },
          { label: t('Payment reference'), value: t('Booking {number}', { number: booking.id }) },
          ...rows.filter(({ value }) => value),
        ]}
      />
      {account.instructions && (
        <p className="mt-2 text-sm break-words whitespace-pre-line">{account.instructions}</p>
      )}
    </Card>
  );
}

/** Opens this page again, also from paper. */
export function TrackingLink({ finding: { bookingId, email } }: { finding: Finding }) {
  const t = useT();
  const fragment = new URLSearchParams({ bookingId: String(bookingId), email });
  const link = `${location.origin}/guest/booking#${fragment}`;
  return (
    <p className="text-sm">
      {t('Follow this booking:')}{' '}
      <a
        href={link}
        dir="ltr"
        className="text-link underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {link}
      </a>
    </p>
  );
}
