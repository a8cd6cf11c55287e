// Steps of a consignment, and its progress.
import { Check, TriangleAlert } from 'lucide-react';
import { cn, statusTone } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Booking } from '../../../lib/bookings/model.ts';
import { groupOf, shipmentSteps, shipmentStep } from '../../../lib/bookings/status.ts';

export function Journey({
  booking,
}: {
  booking: Pick<Booking, 'bookingStatus' | 'trackingDetails'>;
}) {
  const t = useT();
  const status = booking.bookingStatus;
  const at = shipmentStep(
    status,
    booking.trackingDetails?.map((entry) => entry.status),
  );
  if (status === 'Cancelled' || at < 0) return null;
  const trouble = groupOf(status) === 'exception' || statusTone(status ?? '') === 'danger';
  return (
    <ol aria-label={t('Progress')} className="grid grid-cols-6 gap-1">
      {shipmentSteps.map((step, index) => {
        const reached = index <= at;
        const here = index === at;
        return (
          <li
            key={step.label}
            aria-current={here ? 'step' : undefined}
            className={cn(
              'flex min-w-0 flex-col',
              // The only label of a narrow screen ends where its step does, or begins there.
              index > 2 ? 'max-sm:items-end' : 'max-sm:items-start',
            )}
          >
            <span
              className={cn(
                'block h-1.5 w-full rounded-full bg-muted',
                reached && 'bg-primary',
                here && trouble && 'bg-destructive',
              )}
            />
            <span
              className={cn(
                'mt-1 flex items-center gap-1 text-xs text-muted-foreground',
                here && 'font-medium text-foreground',
              )}
            >
              {here && trouble ? (
                <TriangleAlert aria-hidden className="size-3 shrink-0 text-danger-text" />
              ) : (
                reached && (
                  <Check aria-hidden className={cn('size-3 shrink-0', !here && 'max-sm:hidden')} />
                )
              )}
              <span
                className={cn('sm:truncate max-sm:whitespace-nowrap', !here && 'max-sm:sr-only')}
              >
                {t(step.label)}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
