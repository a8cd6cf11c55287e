// Edits references, contacts, times and instructions.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, ConfirmDialog, useFormat } from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { BookingInput } from '../../../api/resources/bookings.gen.ts';
import { AreaField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { ItemLines } from '../../../kit/goods/ItemLines.tsx';
import { SuburbField } from '../../../kit/pickers/SuburbField.tsx';
import { ReferenceFields } from '../../../kit/ReferenceFields.tsx';
import { rulesOf } from '../../../kit/resource/values.ts';
import { bookingName, placeText } from '../../../lib/bookings/display.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { bookingReferencesQuery, type ReferenceField } from '../../../lib/bookings/references.ts';
import { useT } from '../../../lib/i18n.ts';
import { currentBooking, PriceOffered, sendBooking } from '../save.ts';
import {
  editBody,
  editMembers,
  freightProblems,
  mayEditAddresses,
  mayEditFreight,
  toEdit,
  type BookingEdit,
  type OfferedQuote,
} from '../edit.ts';

function Party({
  end,
  place,
  disabled,
  hasSuburb,
}: {
  end: 'from' | 'to';
  place: string;
  disabled: boolean;
  hasSuburb: boolean;
}) {
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
        {!hasSuburb && <span className="font-normal text-muted-foreground">{place}</span>}
      </legend>
      {field('companyName', t('Company'))}
      {field('contactName', t('Contact'))}
      {field('addressLine1', t('Street address'), 'sm:col-span-2')}
      {field('addressLine2', t('Unit, dock, building'), 'sm:col-span-2')}
      {hasSuburb && <PlaceField name={`${end}Place`} />}
      {field('telephone', t('Phone number'))}
      {field('email', t('Email'))}
    </fieldset>
  );
}

function PlaceField({ name }: { name: 'fromPlace' | 'toPlace' }) {
  const t = useT();
  const { field, fieldState } = useController<BookingEdit, typeof name>({ name });
  return (
    <div className="sm:col-span-2" data-field={name}>
      <SuburbField
        label={t('Suburb')}
        name={name}
        value={field.value}
        onChange={field.onChange}
        error={fieldState.error?.message}
      />
    </div>
  );
}

const LIMITED = [
  'reference',
  'orderNumber',
  'specialInstructions',
  'deliveryInstructions',
] as const;

/** A new price, until it is accepted or not. */
interface Offer {
  quote: OfferedQuote;
  answer: (accepted: boolean) => void;
}

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
  const isFreightOpen = mayEditFreight(before);
  const [offer, setOffer] = useState<Offer | null>(null);
  const answer = (accepted: boolean) => {
    offer?.answer(accepted);
    setOffer(null);
  };
  /** Saves; a change of the price only after it is accepted. */
  const save = async (
    values: BookingEdit,
    record: BookingDetail,
    accepted: OfferedQuote | null = null,
  ): Promise<void> => {
    try {
      await sendBooking(record, editBody(record, values, format.fromLocalInput, accepted));
    } catch (error) {
      if (!(error instanceof PriceOffered)) throw error;
      const { quote } = error;
      const isAccepted = await new Promise<boolean>((resolve) =>
        setOffer({ quote, answer: resolve }),
      );
      if (!isAccepted)
        throw new ApiError(0, t('Nothing is saved: the new price is not accepted.'), {});
      await save(values, record, quote);
    }
  };
  const form = useRecordForm({
    record: before,
    values: (record) => toEdit(record, format.toLocalInput, shown),
    rules: rulesOf(BookingInput, LIMITED, t),
    members: editMembers,
    units: ['references', 'fromPlace', 'toPlace', 'items'],
    check: (values) => (isFreightOpen ? freightProblems(values, t) : {}),
    save: (values, record) => save(values, record),
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
          : isFreightOpen
            ? t(
                'Booked on your own vehicles. Other suburbs or items have a new price, ' +
                  'which you see before it is saved.',
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
        <Party
          end="from"
          place={placeText(before.fromAddress)}
          disabled={isFixed}
          hasSuburb={isFreightOpen}
        />
        <Party
          end="to"
          place={placeText(before.toAddress)}
          disabled={isFixed}
          hasSuburb={isFreightOpen}
        />
      </div>
      {isFreightOpen && <ItemLines describe={() => null} />}
      <ConfirmDialog
        open={offer !== null}
        onOpenChange={(open) => !open && answer(false)}
        title={t('Save at the new price of {total}?', {
          total: format.money(offer?.quote.total ?? 0),
        })}
        description={t('So far the price is {total}. Suburbs and items determine it.', {
          total: format.money(before.pricingDetail.total.total),
        })}
        confirmLabel={t('Save at this price')}
        onConfirm={() => answer(true)}
      />
    </FormDialog>
  );
}
