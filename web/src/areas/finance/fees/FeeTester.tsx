// /finance/fees/test: fees of a sample booking.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import {
  Badge,
  Card,
  cn,
  EmptyState,
  ErrorNote,
  Field,
  said,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { leftList } from '../../../kit/list/memory.ts';
import { BookingPicker, type FoundBooking } from '../../../kit/pickers/BookingPicker.tsx';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { FEE_TYPES } from './model.ts';
import { testQuery } from './queries.ts';

const route = getRouteApi('/shell/finance/fees/test');
const crumbs = () => [{ text: translate('Fees'), href: leftList('/finance/fees') }];

export const FeeTester = screen(
  {
    needs: 'Pages.Finance.Fees',
    title: msg('Test a booking'),
    to: msg('see fees'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const { booking } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<FoundBooking | null>(null);
  const value =
    booking === undefined
      ? null
      : chosen?.id === booking
        ? chosen
        : { id: booking, text: `#${booking}` };
  return (
    <>
      <PageHeading
        title={t('Test a booking')}
        breadcrumbs={crumbs()}
        description={t('Fees that apply now, with their reasons. Nothing is charged.')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card className="max-w-xl">
          <Field label={t('Booking')} hint={t('By its number, consignment, reference or customer')}>
            <BookingPicker
              name="booking"
              value={value}
              onChange={(next) => {
                setChosen(next);
                void navigate({ search: next ? { booking: next.id } : {}, replace: true });
              }}
            />
          </Field>
        </Card>
        {value ? (
          <Result bookingId={value.id} />
        ) : (
          <EmptyState
            icon={<FlaskConical />}
            title={t('Choose a booking')}
            description={t('Each fee triggered by bookings is shown with its amount.')}
          />
        )}
      </div>
    </>
  );
}

function Result({ bookingId }: { bookingId: number }) {
  const t = useT();
  const format = useFormat();
  const tested = useQuery(testQuery(bookingId));
  if (tested.isLoadingError)
    return (
      <ErrorNote
        title={t('The booking could not be tested')}
        error={tested.error}
        onRetry={() => void tested.refetch()}
      />
    );
  if (!tested.data) return <Skeleton role="status" aria-label={t('Loading')} className="h-40" />;
  const { lines, total } = tested.data;
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<FlaskConical />}
        title={t('No fee is for this customer')}
        description={t(
          'No active fee arises from bookings and is charged to customers of this type.',
        )}
      />
    );
  return (
    <Table label={t('Booking fees')}>
      <THead>
        <tr>
          <Th>{t('Fee')}</Th>
          <Th>{t('Result')}</Th>
          <Th className="max-md:hidden">{t('Why')}</Th>
          <Th numeric className="max-sm:hidden">
            {t('Before tax')}
          </Th>
          <Th numeric className="max-sm:hidden">
            {t('Tax')}
          </Th>
          <Th numeric>{t('Total')}</Th>
        </tr>
      </THead>
      <TBody>
        {lines.map(({ feeId, name, feeType, isCharged, why, amount }) => (
          <Tr key={feeId} className={cn(!isCharged && 'text-muted-foreground')}>
            <Td className="whitespace-normal">
              <Link
                to="/finance/fees/$id"
                params={{ id: String(feeId) }}
                className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                {name}
              </Link>
              <span className="block text-xs text-muted-foreground">{t(FEE_TYPES[feeType])}</span>
              <span className="block text-xs text-muted-foreground md:hidden">{said(why)}</span>
            </Td>
            <Td>
              <Badge tone={isCharged ? 'success' : 'neutral'}>
                {isCharged ? t('Charged') : t('Not charged')}
              </Badge>
            </Td>
            <Td className="whitespace-normal max-md:hidden">{said(why)}</Td>
            <Td numeric className="max-sm:hidden">
              {format.money(amount.taxExclusiveAmount)}
            </Td>
            <Td numeric className="max-sm:hidden">
              {format.money(amount.tax)}
            </Td>
            <Td numeric>{format.money(amount.total)}</Td>
          </Tr>
        ))}
        <Tr className="bg-muted/50 font-semibold">
          <Td>{t('Total')}</Td>
          <Td />
          <Td className="max-md:hidden" />
          <Td numeric className="max-sm:hidden">
            {format.money(total.taxExclusiveAmount)}
          </Td>
          <Td numeric className="max-sm:hidden">
            {format.money(total.tax)}
          </Td>
          <Td numeric>{format.money(total.total)}</Td>
        </Tr>
      </TBody>
    </Table>
  );
}
