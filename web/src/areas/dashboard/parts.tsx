// Shared parts of dashboard cards.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { cn, Card, CardHeader, ErrorNote, Skeleton, StatusBadge } from '@waybill/plugin';
import { useSession } from '../../api/session.ts';
import { age } from '../../kit/list/times.ts';
import { target } from '../../lib/href.ts';
import { useT } from '../../lib/i18n.ts';
import { bookingName, customerText } from '../../lib/bookings/display.ts';
import type { Booking } from '../../lib/bookings/model.ts';

/** Query state of a card. */
export interface CardQuery<T> {
  data: T | undefined;
  isPending: boolean;
  isLoadingError: boolean;
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
  /** Keeps the height of a short list, so that neighbours do not move when it loads. */
  isTall?: boolean;
  children: (data: T) => ReactNode;
}

export function Part<T>({
  title,
  query,
  more,
  isEmpty,
  empty,
  isFine = false,
  isTall = false,
  children,
}: PartProps<T>) {
  const t = useT();
  return (
    <Card aria-label={title} className={cn('min-w-0', isTall && 'min-h-32 xl:min-h-40')}>
      <CardHeader className="mb-1" title={title} actions={more} />
      {query.isPending && (
        <div role="status" aria-label={t('Loading')} className="grid gap-2 py-2">
          <Skeleton className="w-full" />
          <Skeleton className="w-4/5" />
          {isTall && <Skeleton className="w-full" />}
        </div>
      )}
      {query.isLoadingError && (
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

const LINE =
  '-mx-2 flex min-h-7 flex-wrap items-center gap-x-3 rounded-md px-2 py-0.5 text-[13px] ' +
  'hover:bg-accent/60 focus-visible:outline-2 focus-visible:outline-ring';

/** A record in a short list. */
export function LineLink({
  href,
  title,
  text,
  aside,
  amount,
}: {
  href: string;
  title: string;
  text: string;
  aside: string;
  amount?: string;
}) {
  return (
    <Link {...target(href)} className={LINE}>
      <span className="font-medium text-link">
        <bdi>{title}</bdi>
      </span>
      <span className="min-w-0 flex-1 basis-24 truncate text-muted-foreground">
        <bdi>{text}</bdi>
      </span>
      <span className="ms-auto flex items-baseline gap-x-3 whitespace-nowrap">
        {aside && <span className="text-xs text-muted-foreground">{aside}</span>}
        {amount !== undefined && <span className="min-w-20 text-end tabular-nums">{amount}</span>}
      </span>
    </Link>
  );
}

/** Figures and two lists that are still loading. */
export function HomeSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-4">
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
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
    <Link to="/bookings-beta/details/$id" params={{ id: String(booking.id) }} className={LINE}>
      <span className="font-medium text-link">{bookingName(booking)}</span>
      <StatusBadge status={booking.bookingStatus} />
      <span
        className={cn(
          'min-w-0 flex-1 basis-24 truncate text-muted-foreground',
          'max-sm:order-last max-sm:basis-full',
        )}
      >
        {[isTenant && customerText(booking.customer), to].filter(Boolean).join(' · ')}
      </span>
      <span className="ms-auto flex gap-3 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
        {aside && <span>{aside}</span>}
        <time dateTime={since ?? undefined}>{age(since)}</time>
      </span>
    </Link>
  );
}

export function AllLink({ href, text }: { href: string; text: string }) {
  return (
    <Link {...target(href)} className="text-[13px] text-link underline-offset-2 hover:underline">
      {text}
    </Link>
  );
}

export interface Figure {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  href: string;
  isAlarming?: boolean;
}

/** Numbers that lead to the list that they count. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {figures.map(({ label: text, value, href, isAlarming }) => (
        <li key={text}>
          <Link
            {...target(href)}
            className={cn(
              'block rounded-lg border border-border bg-card px-4 py-2.5 shadow-xs',
              'transition-colors hover:border-input hover:bg-accent/60',
              'focus-visible:outline-2 focus-visible:outline-ring',
            )}
          >
            <span className="block truncate text-[13px] text-muted-foreground">{text}</span>
            <span
              className={cn(
                'block text-2xl font-semibold tracking-tight tabular-nums',
                isAlarming && 'text-danger-text',
              )}
            >
              {value ?? <Skeleton className="my-1 h-6 w-14" />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
