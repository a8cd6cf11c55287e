// Home of a customer's user: freight under way, invoices to pay, a new booking.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useFeatures } from '../../api/tenant.tsx';
import { dayIn } from '../../lib/days.ts';
import { useLiveBookings } from '../../lib/bookings/live.ts';
import { statusesOf, type StatusGroup } from '../../lib/bookings/status.ts';
import { oneOf } from '../../lib/odata.ts';
import { cardOptionsQuery } from '../../lib/cards.ts';
import { useT } from '../../lib/i18n.ts';
import { Slot } from '../../plugins/Slot.tsx';
import { Exceptions } from './Exceptions.tsx';
import { FindBooking } from './FindBooking.tsx';
import { HomeHeading } from './HomeHeading.tsx';
import { bookingCountQuery, invoicesQuery } from './home-queries.ts';
import { AllLink, BookingLine, Figures, LineLink, Part, type Figure } from './parts.tsx';
import { arrivingQuery, exceptionsQuery } from './queries.ts';

const REFRESH_EVERY = 60_000;
const every = { refetchInterval: REFRESH_EVERY };

function Arriving() {
  const t = useT();
  const format = useFormat();
  const arriving = useQuery({ ...arrivingQuery, ...every });
  return (
    <Part
      title={t('On the way')}
      query={arriving}
      isEmpty={({ items }) => items.length === 0}
      empty={t('No consignments are in transit.')}
      isTall
      more={
        arriving.data &&
        arriving.data.totalCount > 0 && (
          <AllLink
            href="/bookings?group=inTransit"
            text={t('All {number}', { number: format.number(arriving.data.totalCount, 0) })}
          />
        )
      }
    >
      {({ items }) => (
        <ul className="divide-y divide-border">
          {items.map((booking) => (
            <li key={booking.id}>
              <BookingLine
                booking={booking}
                since={booking.lastTrackingModifiedTime ?? booking.creationTime}
                aside={booking.eta && t('expected {day}', { day: format.date(booking.eta) })}
              />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function ToPay({ today }: { today: string }) {
  const t = useT();
  const format = useFormat();
  const mayPay = usePermissions().has('Pages.Finance.Payments.Create');
  const due = useQuery({ ...invoicesQuery('due', today), ...every });
  const takesCards =
    Boolean(useQuery({ ...cardOptionsQuery(), enabled: mayPay }).data?.provider) && mayPay;
  return (
    <Part
      title={t('To pay')}
      query={due}
      isEmpty={({ items }) => items.length === 0}
      empty={t('Every invoice is paid.')}
      isFine
      isTall
      more={
        due.data &&
        due.data.totalCount > 0 && (
          <AllLink
            href={takesCards ? '/finance/pay' : '/finance/invoices?group=due'}
            text={
              takesCards
                ? t('Pay by card')
                : t('All {number}', { number: format.number(due.data.totalCount, 0) })
            }
          />
        )
      }
    >
      {({ items }) => (
        <ul className="divide-y divide-border">
          {items.map((invoice) => (
            <li key={invoice.id}>
              <LineLink
                href={`/finance/invoices/${invoice.id}`}
                title={invoice.invoiceNumber ?? `#${invoice.id}`}
                text=""
                aside={
                  invoice.isOverdue
                    ? t('overdue since {day}', { day: format.date(invoice.dueDate) })
                    : t('due {day}', { day: format.date(invoice.dueDate) })
                }
                amount={format.money(invoice.outstandingAmount, invoice.currency)}
              />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function useCount(group: StatusGroup) {
  const format = useFormat();
  const { data, isLoadingError } = useQuery({
    ...bookingCountQuery(oneOf('bookingStatus', statusesOf(group))),
    ...every,
  });
  return {
    value: data === undefined ? (isLoadingError ? '–' : undefined) : format.number(data, 0),
    isSome: Boolean(data),
  };
}

export default function CustomerHome() {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const features = useFeatures();
  const today = dayIn(format.timezone);
  useLiveBookings();
  const paysInvoices = has('Pages.Finance.Invoices') && features.has('Finance');
  const due = useQuery({ ...invoicesQuery('due', today), ...every, enabled: paysInvoices });
  const exceptions = useQuery({ ...exceptionsQuery, ...every });
  const waiting = useCount('processing');
  const transit = useCount('inTransit');
  const wrong = useCount('exception');
  const delivered = useCount('delivered');
  const dueCount = due.data?.totalCount;
  const figures: (Figure | false)[] = [
    { label: t('Processing'), value: waiting.value, href: '/bookings?group=processing' },
    { label: t('On the way'), value: transit.value, href: '/bookings?group=inTransit' },
    {
      label: t('Exceptions'),
      value: wrong.value,
      href: '/bookings?group=exception',
      isAlarming: wrong.isSome,
    },
    { label: t('Delivered'), value: delivered.value, href: '/bookings?group=delivered' },
    paysInvoices && {
      label: t('Invoices to pay'),
      value:
        dueCount === undefined
          ? due.isLoadingError
            ? '–'
            : undefined
          : format.number(dueCount, 0),
      href: '/finance/invoices?group=due',
    },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <HomeHeading
        actions={
          has('Pages.Booking.Create')
            ? [
                {
                  text: t('New booking'),
                  href: '/quotes/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : []
        }
      />
      <Figures label={t('Your freight')} figures={figures.filter((one) => one !== false)} />
      <FindBooking
        title={t('Where is my freight?')}
        label={t('Consignment number or your reference')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        <Arriving />
        {paysInvoices && <ToPay today={today} />}
      </div>
      <Exceptions query={exceptions} />
      <Slot name="dashboard.widget@1" props={{}} />
    </div>
  );
}
