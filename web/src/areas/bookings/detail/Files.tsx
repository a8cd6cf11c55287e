// A booking's files, generated and uploaded.
import { usePermissions } from '../../../api/session.ts';
import { DocumentsPanel } from '../../../kit/documents/DocumentsPanel.tsx';
import type { BookingDetail as Booking } from '../../../lib/bookings/model.ts';
import { Documents } from './Documents.tsx';

export default function BookingFiles({ booking }: { booking: Booking }) {
  const mayChange = usePermissions().has('Pages.Booking.Edit');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Documents booking={booking} />
      <DocumentsPanel entityType="Booking" entityId={booking.id} mayChange={mayChange} />
    </div>
  );
}
