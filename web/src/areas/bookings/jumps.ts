// Shortcuts to related bookings.
import type { RowJump } from '../../kit/list/work.ts';
import { useT } from '../../lib/i18n.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { groupOf } from '../../lib/bookings/status.ts';

export function useJumps(): RowJump<Booking>[] {
  const t = useT();
  return [
    {
      keyName: 'exception',
      passes: (booking) => groupOf(booking.bookingStatus) === 'exception',
      none: t('No exceptions on this page'),
    },
  ];
}
