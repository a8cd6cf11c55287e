// Charts: bookings by status, margin by carrier.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, words } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { Bars } from '../../kit/chart/Bars.tsx';
import { useT } from '../../lib/i18n.ts';
import type { StatusCounts } from '../../lib/bookings/model.ts';
import { Part, type CardQuery } from './parts.tsx';
import type { Span } from './period.ts';
import { marginsQuery } from './queries.ts';

const MAX_BARS = 8;

function Statuses({ query }: { query: CardQuery<StatusCounts> }) {
  const t = useT();
  const format = useFormat();
  return (
    <Part
      title={t('Bookings by status')}
      query={query}
      isEmpty={({ statuses }) => statuses.length === 0}
      empty={t('There are no bookings in this period.')}
    >
      {({ statuses }) => {
        const bars = statuses
          .filter(({ bookingStatus }) => bookingStatus !== 'Deleted')
          .toSorted((a, b) => b.count - a.count)
          .slice(0, MAX_BARS);
        return (
          <Bars
            label={t('Bookings by status')}
            bars={bars.map(({ bookingStatus, count }) => ({
              key: bookingStatus,
              label: t(words(bookingStatus)),
              value: count,
              part: 0,
            }))}
            text={({ value }) => format.number(value, 0)}
            className="mt-2"
          />
        );
      }}
    </Part>
  );
}

function Margins({ span }: { span: Span }) {
  const t = useT();
  const format = useFormat();
  const margins = useQuery(marginsQuery(span.fromDate, span.toDate));
  const byKey = new Map(margins.data?.rows.map((row) => [row.key, row]));
  return (
    <Part
      title={t('Margin by carrier')}
      query={margins}
      isEmpty={({ rows }) => rows.length === 0}
      empty={t('There are no bookings in this period.')}
      more={
        <Link
          to="/bookings/margin"
          className="text-[13px] text-link underline-offset-2 hover:underline"
        >
          {t('Margins')}
        </Link>
      }
    >
      {({ rows, currency }) => (
        <Bars
          label={t('Margin by carrier')}
          bars={rows
            .toSorted((a, b) => b.sold - a.sold)
            .slice(0, MAX_BARS)
            .map(({ key, name, sold, cost }) => ({ key, label: name, value: sold, part: cost }))}
          text={({ key }) => {
            const row = byKey.get(key);
            return [
              format.money(row?.margin, currency),
              row?.marginPercent == null ? '' : `${format.number(row.marginPercent, 1)} %`,
            ]
              .filter(Boolean)
              .join(' · ');
          }}
          legend={{ value: t('Sold'), part: t('Cost') }}
          className="mt-2"
        />
      )}
    </Part>
  );
}

export default function Charts({ span, counts }: { span: Span; counts: CardQuery<StatusCounts> }) {
  const { isTenant } = useSession();
  const seesCost = usePermissions().has('Pages.Booking.ViewCost') && isTenant;
  return (
    <>
      <Statuses query={counts} />
      {seesCost && <Margins span={span} />}
    </>
  );
}
