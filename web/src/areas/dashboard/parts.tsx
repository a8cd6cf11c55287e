// Shared parts of dashboard cards.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { cn, Card, CardHeader, ErrorNote, Skeleton, StatusBadge } from '@waybill/plugin';
import { useSession } from '../../api/session.ts';
import { age } from '../../kit/list/times.ts';
import { useT } from '../../lib/i18n.ts';
import { bookingName, customerText } from '../../lib/bookings/display.ts';
import type { Booking } from '../../lib/bookings/model.ts';

/** Query state of a card. */
export interface CardQuery<T> {
  data: T | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface PartProps<T> {
  title: string;
  query: CardQuery<T>;
  more?: ReactNode;
  isEmpty: (data: T) => boolean;
  empty: string;
  /** Set if empty is good. */
  isFine?: boolean;
  children: (data: T) => ReactNode;
}

export function Part<T>({
  title,
  query,
  more,
  isEmpty,
  empty,
  isFine = false,
  children,
}: PartProps<T>) {
  const t = useT();
  return (
    <Card aria-label={title} className="min-w-0">
      <CardHeader className="mb-1" title={title} actions={more} />
      {query.isPending && (
        <div role="status" aria-label={t('Loading')} className="grid gap-2 py-2">
          <Skeleton className="w-full" />
          <Skeleton className="w-4/5" />
        </div>
      )}
      {query.isError && query.data === undefined && (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined &&
        (isEmpty(query.data) ? (
          <p className="flex items-center gap-2 py-2 text-[13px] text-muted-foreground">
            {isFine && <CircleCheck aria-hidden className="size-4 shrink-0 text-success-text" />}
            {empty}
          </p>
        ) : (
          children(query.data)
        ))}
    </Card>
  );
}

export function BookingLine({
  booking,
  since,
  aside,
}: {
  booking: Booking;
  since: string | null | undefined;
  aside?: ReactNode;
}) {
  const { isTenant } = useSession();
  const to = [booking.toAddress.suburb, booking.toAddress.stateCode].filter(Boolean).join(' ');
  return (
    <Link
      to="/bookings-beta/details/$id"
      params={{ id: String(booking.id) }}
      className={cn(
        '-mx-2 flex min-h-7 flex-wrap items-center gap-x-3 rounded-md px-2',
        'py-0.5 text-[13px] hover:bg-accent/60 focus-visible:outline-2',
        'focus-visible:outline-ring',
      )}
    >
      <span className="font-medium text-link">{bookingName(booking)}</span>
      <StatusBadge status={booking.bookingStatus} />
      <span className="min-w-0 flex-1 basis-24 truncate text-muted-foreground">
        {[isTenant && customerText(booking.customer), to].filter(Boolean).join(' · ')}
      </span>
      <span className="ms-auto flex gap-3 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
        {aside && <span>{aside}</span>}
        <time dateTime={since ?? undefined}>{age(since)}</time>
      </span>
    </Link>
  );
}

export function AllLink({ search, text }: { search: Record<string, string>; text: string }) {
  return (
    <Link
      to="/bookings"
      search={search}
      className="text-[13px] text-link underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
}
