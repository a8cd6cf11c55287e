// Exception board by next step.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cn, StatusBadge, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { age } from '../../kit/list/times.ts';
import { useT } from '../../lib/i18n.ts';
import { bookingName, customerText } from '../../lib/bookings/display.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { byNextStep, waitingSince } from './next-step.ts';
import { AllLink, BookingLine, Part, type CardQuery } from './parts.tsx';
import { ownersQuery } from './queries.ts';

/** Cards in a column. */
const IN_COLUMN = 5;
const IN_LIST = 8;

/** `owner` is undefined while it loads, and null if it is not shown. */
function Exception({ booking, owner }: { booking: Booking; owner: string | null | undefined }) {
  const t = useT();
  const { isTenant } = useSession();
  const since = waitingSince(booking);
  const to = [booking.toAddress.suburb, booking.toAddress.stateCode].filter(Boolean).join(' ');
  return (
    <Link
      to="/bookings-beta/details/$id"
      params={{ id: String(booking.id) }}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-md border border-border bg-card px-2.5 py-1.5',
        'text-[13px] hover:border-input hover:bg-accent/60',
        'focus-visible:outline-2 focus-visible:outline-ring',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="font-medium text-link">{bookingName(booking)}</span>
        <time dateTime={since} className="text-xs text-muted-foreground tabular-nums">
          {age(since)}
        </time>
      </span>
      <span className="flex min-w-0">
        <StatusBadge status={booking.bookingStatus} />
      </span>
      <span className="truncate text-xs text-muted-foreground">
        {[isTenant && customerText(booking.customer), to].filter(Boolean).join(' · ')}
      </span>
      {owner !== null && (
        <span className="truncate text-xs text-muted-foreground">
          {owner === undefined
            ? '\u00a0'
            : owner
              ? t('Last with {name}', { name: owner })
              : t('Unassigned')}
        </span>
      )}
    </Link>
  );
}

export function Exceptions({
  query,
}: {
  query: CardQuery<{ totalCount: number; items: Booking[] }>;
}) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const seesLog = usePermissions().has('Pages.Booking.ChangeStatus') && isTenant;
  const owners = useQuery({
    ...ownersQuery((query.data?.items ?? []).map(({ id }) => id)),
    ...(seesLog ? {} : { enabled: false }),
  }).data;
  return (
    <Part
      title={t('Exceptions')}
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={t('No delays, damage or losses.')}
      isFine
      more={
        query.data &&
        query.data.totalCount > 0 && (
          <AllLink
            href="/bookings?group=exception"
            text={t('All {number}', { number: format.number(query.data.totalCount, 0) })}
          />
        )
      }
    >
      {({ items }) =>
        // Next steps are for staff.
        !isTenant ? (
          <ul className="divide-y divide-border">
            {items.slice(0, IN_LIST).map((booking) => (
              <li key={booking.id}>
                <BookingLine booking={booking} since={waitingSince(booking)} />
              </li>
            ))}
          </ul>
        ) : (
          <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] items-start gap-3">
            {byNextStep(items).map(({ step, bookings }) => (
              <section
                key={step.id}
                aria-label={t(step.text)}
                className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 rounded-lg bg-muted/60 p-2"
              >
                <h3 className="flex justify-between gap-2 px-0.5 text-xs font-medium">
                  {t(step.text)}{' '}
                  <span className="text-muted-foreground tabular-nums">{bookings.length}</span>
                </h3>
                {bookings.slice(0, IN_COLUMN).map((booking) => (
                  <Exception
                    key={booking.id}
                    booking={booking}
                    owner={seesLog ? owners && (owners.get(booking.id) ?? '') : null}
                  />
                ))}
                {bookings.length > IN_COLUMN && (
                  <AllLink
                    href={`/bookings?status=${step.statuses.join(',')}`}
                    text={t('{count} more', { count: bookings.length - IN_COLUMN }, '{count} more')}
                  />
                )}
              </section>
            ))}
          </div>
        )
      }
    </Part>
  );
}
