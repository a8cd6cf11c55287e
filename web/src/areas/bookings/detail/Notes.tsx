// The notes on a booking.
import { api } from '../../../api/client.ts';
import { useT } from '../../../lib/i18n.ts';
import { Notes as NotesCard } from '../../../kit/Notes.tsx';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import { bookingQuery } from '../../../lib/bookings/queries.ts';

export function Notes({ booking }: { booking: BookingDetail }) {
  const t = useT();
  return (
    <NotesCard
      notes={booking.bookingNotes ?? []}
      add={(comment) => api.post('/api/booking/booking/addnookingnote', { bookingId: booking.id, bookingNote: { comment } })}
      stale={bookingQuery(booking.id).queryKey}
      placeholder={t('Write an internal note')}
    />
  );
}
