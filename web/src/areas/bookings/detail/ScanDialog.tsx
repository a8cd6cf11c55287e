// Dialog for manual scans.
import { useState } from 'react';
import { Checkbox, useFormat, words } from '@waybill/plugin';
import { focusField, useWatch } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { AreaField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { beginNext, useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { bookingName } from '../../../lib/bookings/display.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { scanStatuses } from '../../../lib/bookings/status.ts';
import { useT } from '../../../lib/i18n.ts';

const usualNext: Record<string, string> = {
  Manifested: 'PickedUp',
  PickupBooked: 'PickedUp',
  AtPickup: 'PickedUp',
  PickedUp: 'InTransit',
  InTransit: 'AtDepot',
  AtDepot: 'OutForDelivery',
  OutForDelivery: 'Delivered',
  AtDelivery: 'Delivered',
};

/** Set when the dialog stays open after a scan. */
let keepsOpen = false;

export function ScanDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const [keeps, setKeeps] = useState(keepsOpen);
  const [added, setAdded] = useState('');
  const descriptionOf = (status: string) =>
    t('Status of {name}: {status}', { name: bookingName(booking), status: t(words(status)) });
  // Delivery is the last scan.
  const isLast = (status: string) => !keeps || status === 'Delivered';
  const form = useRecordForm({
    record: null,
    values: () => ({
      status: usualNext[booking.bookingStatus ?? ''] ?? '',
      at: format.toLocalInput(new Date()),
      location: '',
      signedBy: '',
      description: '',
    }),
    rules: {
      status: { needed: t('Choose a status') },
      at: { needed: t('Enter the date and time') },
    },
    save: (values) =>
      api.post('/api/booking/booking/addtrackingevent', {
        bookingId: booking.id,
        status: values.status,
        description: values.description.trim(),
        location: values.location.trim(),
        at: format.fromLocalInput(values.at),
        signedBy: values.status === 'Delivered' ? values.signedBy.trim() : '',
      }),
    stale: [bookingsKey],
    // Shown inside: a toast would catch the next Escape.
    notice: (_, { status }) => (isLast(status) ? descriptionOf(status) : null),
    saved: (_, sent) => {
      const { status, location } = sent;
      if (isLast(status)) return onClose();
      setAdded(descriptionOf(status));
      const next = {
        status: usualNext[status] ?? '',
        at: format.toLocalInput(new Date()),
        location,
        signedBy: '',
        description: '',
      };
      // Choices and texts for the next scan stay, and so does the focus.
      if (!beginNext(form.form, sent, next)) focusField(['status'], form.root.current ?? undefined);
    },
  });
  const isDelivery = useWatch({ control: form.form.control, name: 'status' }) === 'Delivered';
  return (
    <FormDialog
      of={form}
      title={t('Add a scan')}
      description={t('The status of {name} changes to this scan, and automatic tracking stops.', {
        name: bookingName(booking),
      })}
      action={t('Add scan')}
      onClose={onClose}
      extra={
        <span className="me-auto">
          <Checkbox
            label={t('Stay open for the next scan')}
            checked={keeps}
            onChange={(event) => {
              keepsOpen = event.target.checked;
              setKeeps(keepsOpen);
            }}
          />
        </span>
      }
    >
      <p role="status" className="text-[13px] text-success-text empty:hidden">
        {added}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          name="status"
          label={t('Status')}
          hint={t('Type its first letters; Enter adds the scan.')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            form.submit();
          }}
        >
          <option value="">{t('Choose')}</option>
          {scanStatuses.map((status) => (
            <option key={status} value={status}>
              {t(words(status))}
            </option>
          ))}
        </SelectField>
        <TextField name="at" type="datetime-local" label={t('When')} hint={format.timezone} />
        <TextField
          name="location"
          label={t('Location')}
          placeholder={booking.toAddress?.suburb ?? ''}
          {...(isDelivery ? {} : { className: 'sm:col-span-2' })}
        />
        {isDelivery && <TextField name="signedBy" label={t('Signed by')} />}
        <AreaField name="description" rows={2} label={t('Description')} className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
