// Shares by email; each recipient gets a separate link without prices.
import { api } from '../../../api/client.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { emailsKey } from '../../../kit/emails/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { bookingName } from '../../../lib/bookings/display.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';

const addresses = (text: string): string[] => text.split(/[,;\s]+/).filter(Boolean);

export function ShareDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({ emails: '' }),
    rules: { emails: { needed: t('Enter at least one email address.') } },
    members: { 'emails[*]': 'emails' },
    save: ({ emails }) =>
      api.post('/api/booking/booking/shareBooking', {
        bookingId: booking.id,
        emails: addresses(emails),
      }),
    stale: [emailsKey],
    notice: () => t('The link is queued'),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('Share {name}', { name: bookingName(booking) })}
      description={t('Each recipient gets a link that works for 30 days and shows no prices.')}
      action={t('Send link')}
      onClose={onClose}
    >
      <NoMailServer />
      <TextField
        name="emails"
        label={t('Email addresses')}
        hint={t('Up to 10, separated by commas.')}
        autoFocus
        maxLength={2600}
      />
    </FormDialog>
  );
}
