// Decision form: note, amount or booking.
import { useEffect, useEffectEvent } from 'react';
import {
  Button,
  cn,
  errorMessage,
  Field,
  useFormat,
  readNumber,
  writeNumber,
} from '@waybill/plugin';
import { Controller, useFormContext } from '@waybill/plugin/forms';
import { NumberField, TextField } from '../../../kit/form-fields.tsx';
import { FormBody } from '../../../kit/FormPage.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { Key } from '../../../kit/Key.tsx';
import { BookingPicker, type FoundBooking } from '../../../kit/pickers/BookingPicker.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { Line, ServiceLine } from '../model.ts';
import { invoicedServices, requotedDifference, type Action } from './rules.ts';
import { NOTHING_SAID, type DecisionInput } from './use-decisions.ts';

/** The key's label. */
const ESCAPE = 'Esc';

const MAX_NOTE = 1000;

export interface DecisionFormProps {
  action: Action;
  lines: readonly Line[];
  /** The last note typed. */
  lastNote: string;
  onSend: (decision: DecisionInput) => Promise<void>;
  onCancel: () => void;
}

const fieldOf = (service: ServiceLine) => `s${service.id}`;

export function DecisionForm({ action, lines, lastNote, onSend, onCancel }: DecisionFormProps) {
  const t = useT();
  const { currency } = useFormat();
  const [line] = lines;
  const services = action.id === 'override' && line ? invoicedServices(line) : [];
  const needsNote = action.id !== 'match' && lines.some(action.noted);
  const proposed =
    action.id === 'match' ? (line?.proposedBookingId ?? line?.bookingId ?? null) : null;
  const form = useRecordForm({
    record: null,
    values: () => ({
      note: lastNote,
      amount:
        action.id === 'part' && lines.length === 1 && line
          ? writeNumber(requotedDifference(line) ?? line.differenceAmount)
          : '',
      amounts: Object.fromEntries(
        services.map((service) => [fieldOf(service), writeNumber(service.carrierInvoicedAmount)]),
      ) as Record<string, string>,
      booking: (proposed === null
        ? null
        : { id: proposed, text: `#${proposed}` }) as FoundBooking | null,
    }),
    rules: {
      note: {
        ...(needsNote
          ? {
              needed:
                action.id === 'dispute'
                  ? t('Enter the reason. It is sent to the carrier.')
                  : t('Enter the reason for accepting it'),
            }
          : {}),
        limits: { maxLength: MAX_NOTE },
      },
      ...(action.id === 'part' ? { amount: { needed: t('Enter the amount'), number: {} } } : {}),
      ...(action.id === 'match' ? { booking: { needed: t('Choose the booking') } } : {}),
      ...Object.fromEntries(
        services.map((service) => [
          `amounts.${fieldOf(service)}`,
          { needed: t('Enter the amount'), number: {} },
        ]),
      ),
    },
    members: Object.fromEntries([
      ['approvedBookings[0].note', 'note'],
      ...services.flatMap((service, at) => [
        [
          `approvedBookings[0].approvedServices[${at}].approvedAmount`,
          `amounts.${fieldOf(service)}`,
        ],
        [`approvedBookings[0].approvedServices[${at}].note`, 'note'],
      ]),
      ['bookingId', 'booking'],
    ]) as Record<string, string>,
    save: ({ note, amount, amounts, booking }) =>
      onSend({
        ...NOTHING_SAID,
        note: note.trim(),
        amount: action.id === 'part' ? readNumber(amount) : null,
        amounts: new Map(
          services.map((service) => [
            service.id,
            readNumber(amounts[fieldOf(service)] ?? '') ?? service.carrierInvoicedAmount,
          ]),
        ),
        bookingId: booking?.id ?? null,
      }),
    say: errorMessage,
  });
  const leave = useEffectEvent(onCancel);
  useEffect(() => {
    const root = form.root.current;
    if (!root) return;
    const selectContent = ({ target: field }: Event) =>
      field instanceof HTMLInputElement && field.select();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    };
    root.addEventListener('focusin', selectContent);
    root.addEventListener('keydown', onKey);
    root.querySelector('input')?.focus();
    return () => {
      root.removeEventListener('focusin', selectContent);
      root.removeEventListener('keydown', onKey);
    };
  }, [form.root]);
  const title =
    lines.length > 1
      ? t('{action}: {count} lines', { action: t(action.text), count: lines.length })
      : t(action.text);
  return (
    <div role="group" aria-label={title} className="min-w-0">
      <FormBody of={form} label={title} brief className="gap-2">
        <p className="text-[13px] font-medium">{title}</p>
        {action.id === 'match' && <BookingField />}
        {action.id !== 'match' && (
          <div className="grid grid-cols-2 gap-2">
            {services.map((service) => (
              <NumberField
                key={service.id}
                name={`amounts.${fieldOf(service)}`}
                label={service.serviceName || service.serviceCode}
                unit={currency}
              />
            ))}
            {action.id === 'part' && (
              <NumberField name="amount" label={t('Charged before tax')} unit={currency} />
            )}
            <TextField
              name="note"
              label={t('Note')}
              optional={!needsNote}
              autoComplete="off"
              className={cn(
                (services.length + (action.id === 'part' ? 1 : 0)) % 2 === 0 && 'col-span-2',
              )}
            />
          </div>
        )}
        <div className="flex gap-2">
          <Button
            type="submit"
            size="sm"
            pending={form.saving}
            variant={action.id === 'dispute' ? 'destructive' : 'primary'}
          >
            {t(action.text)}
            <span aria-hidden className="text-foreground">
              <Key>↵</Key>
            </span>
          </Button>
          <Button size="sm" variant="ghost" disabled={form.saving} onClick={onCancel}>
            {t('Cancel')}
            <span aria-hidden>
              <Key>{ESCAPE}</Key>
            </span>
          </Button>
        </div>
      </FormBody>
    </div>
  );
}

function BookingField() {
  const t = useT();
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name="booking"
      render={({ field, fieldState }) => (
        <Field
          label={t('Booking')}
          error={fieldState.error?.message}
          hint={t('By its number, consignment, reference or customer')}
        >
          <BookingPicker
            name="booking"
            value={field.value as FoundBooking | null}
            onChange={field.onChange}
          />
        </Field>
      )}
    />
  );
}
