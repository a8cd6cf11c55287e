// Edits references, contacts, times and instructions.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import { BookingInput } from '../../../api/resources/bookings.gen.ts';
import { AreaField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { ReferenceFields } from '../../../kit/ReferenceFields.tsx';
import { rulesOf } from '../../../kit/resource/values.ts';
import { bookingName, placeText } from '../../../lib/bookings/display.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { bookingReferencesQuery, type ReferenceField } from '../../../lib/bookings/references.ts';
import { useT } from '../../../lib/i18n.ts';
import { currentBooking, sendBooking } from '../save.ts';
import { editBody, editMembers, mayEditAddresses, toEdit, type BookingEdit } from '../edit.ts';

function Party({ end, place, disabled }: { end: 'from' | 'to'; place: string; disabled: boolean }) {
  const t = useT();
  const field = (name: keyof BookingEdit['from'], label: string, className?: string) => (
    <TextField
      name={`${end}.${name}`}
      label={label}
      disabled={disabled}
      {...(className ? { className } : {})}
    />
  );
  return (
    <fieldset className="grid content-start gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">
        {end === 'from' ? t('Pickup from') : t('Deliver to')}{' '}
        <span className="font-normal text-muted-foreground">{place}</span>
      </legend>
      {field('companyName', t('Company'))}
      {field('contactName', t('Contact'))}
      {field('addressLine1', t('Street address'), 'sm:col-span-2')}
      {field('addressLine2', t('Unit, dock, building'), 'sm:col-span-2')}
      {field('telephone', t('Phone number'))}
      {field('email', t('Email'))}
    </fieldset>
  );
}

const LIMITED = [
  'reference',
  'orderNumber',
  'specialInstructions',
  'deliveryInstructions',
] as const;

/** Waits for the reference fields, unless loading fails. */
export function EditDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const fields = useQuery(bookingReferencesQuery(booking.customer?.id ?? null));
  return fields.isPending ? null : (
    <Form booking={booking} fields={fields.data ?? NONE} onClose={onClose} />
  );
}

const NONE: readonly ReferenceField[] = [];

function Form({
  booking,
  fields,
  onClose,
}: {
  booking: BookingDetail;
  fields: readonly ReferenceField[];
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  // Frozen, so a background refresh keeps the form.
  const [before] = useState(booking);
  const [shown] = useState(fields);
  const isFixed = !mayEditAddresses(before);
  const form = useRecordForm({
    record: before,
    values: (record) => toEdit(record, format.toLocalInput, shown),
    rules: rulesOf(BookingInput, LIMITED, t),
    members: editMembers,
    units: ['references'],
    save: (values, record) => sendBooking(record, editBody(record, values, format.fromLocalInput)),
    stale: [bookingsKey],
    notice: () => t('{name} saved', { name: bookingName(before) }),
    saved: onClose,
    newest: () => currentBooking(before.id),
  });
  return (
    <FormDialog
      of={form}
      size="lg"
      title={t('Edit {name}', { name: bookingName(before) })}
      description={
        isFixed
          ? t(
              'The carrier has this consignment. Addresses, items and options can no longer be changed.',
            )
          : undefined
      }
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="reference" label={t('Reference')} />
        <TextField name="orderNumber" label={t('Order number')} />
        <div className="grid gap-3 empty:hidden sm:col-span-2 sm:grid-cols-2">
          <ReferenceFields booking={false} />
        </div>
        <TextField
          name="pickupReadyTime"
          type="datetime-local"
          label={t('Ready for pickup')}
          hint={format.timezone}
        />
        <TextField name="businessClosingTime" type="datetime-local" label={t('Closes at')} />
        <AreaField name="specialInstructions" rows={2} label={t('Pickup instructions')} />
        <AreaField name="deliveryInstructions" rows={2} label={t('Delivery instructions')} />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Party end="from" place={placeText(before.fromAddress)} disabled={isFixed} />
        <Party end="to" place={placeText(before.toAddress)} disabled={isFixed} />
      </div>
    </FormDialog>
  );
}
