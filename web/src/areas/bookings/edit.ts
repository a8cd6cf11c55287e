// Editable booking fields; unchanged ones aren't sent.
import type { Schema } from '../../api/types.ts';
import type { Address, BookingDetail } from '../../lib/bookings/model.ts';
import {
  referenceDrafts,
  referencesBody,
  type ReferenceDraft,
  type ReferenceField,
} from '../../lib/bookings/references.ts';

export interface PartyEdit {
  companyName: string;
  contactName: string;
  telephone: string;
  email: string;
  addressLine1: string;
  addressLine2: string;
}

export interface BookingEdit {
  reference: string;
  orderNumber: string;
  references: ReferenceDraft[];
  from: PartyEdit;
  to: PartyEdit;
  pickupReadyTime: string;
  businessClosingTime: string;
  specialInstructions: string;
  deliveryInstructions: string;
}

const partyFields = [
  'companyName',
  'contactName',
  'telephone',
  'email',
  'addressLine1',
  'addressLine2',
] as const;

const partyOf = (address: Address | null | undefined): PartyEdit =>
  Object.fromEntries(
    partyFields.map((field) => [field, address?.[field] ?? '']),
  ) as unknown as PartyEdit;

export function toEdit(
  booking: BookingDetail,
  toLocal: (instant: string | null | undefined) => string,
  fields: readonly ReferenceField[] = [],
): BookingEdit {
  return {
    reference: booking.reference ?? '',
    orderNumber: booking.orderNumber ?? '',
    references: referenceDrafts(fields, booking.customer?.references ?? []),
    from: partyOf(booking.fromAddress),
    to: partyOf(booking.toAddress),
    pickupReadyTime: toLocal(booking.pickupReadyTime),
    businessClosingTime: toLocal(booking.businessClosingTime),
    specialInstructions: booking.specialInstructions ?? '',
    deliveryInstructions: booking.deliveryInstructions ?? '',
  };
}

const textOrNull = (text: string): string | null => text.trim() || null;

const addressBody = (before: Address, party: PartyEdit): Schema<'AddressRequest'> => ({
  ...before,
  ...Object.fromEntries(partyFields.map((field) => [field, textOrNull(party[field])])),
});

/** False once others than the tenant have the addresses. */
export const mayEditAddresses = (booking: BookingDetail): boolean =>
  booking.allowedOperations.includes('EditAddresses');

export function editBody(
  booking: BookingDetail,
  edit: BookingEdit,
  toInstant: (local: string) => string | null,
) {
  const people = mayEditAddresses(booking)
    ? {
        fromAddress: addressBody(booking.fromAddress, edit.from),
        toAddress: addressBody(booking.toAddress, edit.to),
      }
    : {};
  return {
    bookings: [
      {
        booking: {
          id: booking.id,
          rowVersion: booking.rowVersion,
          ...people,
          reference: textOrNull(edit.reference),
          orderNumber: textOrNull(edit.orderNumber),
          ...(edit.references.length > 0
            ? { customer: { references: referencesBody(edit.references) } }
            : {}),
          pickupReadyTime: edit.pickupReadyTime ? toInstant(edit.pickupReadyTime) : null,
          businessClosingTime: edit.businessClosingTime
            ? toInstant(edit.businessClosingTime)
            : null,
          specialInstructions: textOrNull(edit.specialInstructions),
          deliveryInstructions: textOrNull(edit.deliveryInstructions),
        },
        bookingNote: null,
      },
    ],
    operations: [],
  };
}

export const editMembers: Record<string, string> = {
  ...Object.fromEntries(
    (['from', 'to'] as const).flatMap((end) =>
      partyFields.map((field) => [`bookings[0].booking.${end}Address.${field}`, `${end}.${field}`]),
    ),
  ),
  'bookings[0].booking.customer.references[*].value': 'references[*].value',
};
