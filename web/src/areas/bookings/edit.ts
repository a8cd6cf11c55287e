// Editable booking fields; unchanged ones aren't sent.
import type { Schema } from '../../api/types.ts';
import type { Problems } from '../../kit/form-rules.ts';
import { sameValue } from '../../kit/form-merge.ts';
import { itemBody, itemOf, itemProblems, type ItemDraft } from '../../kit/goods/items.ts';
import type { Address, BookingDetail } from '../../lib/bookings/model.ts';
import {
  referenceDrafts,
  referencesBody,
  type ReferenceDraft,
  type ReferenceField,
} from '../../lib/bookings/references.ts';
import type { Translate } from '../../lib/i18n.ts';
import { placeOf, type Place } from '../../lib/places.ts';

export interface PartyEdit {
  companyName: string;
  contactName: string;
  telephone: string;
  email: string;
  addressLine1: string;
  addressLine2: string;
}

export interface ItemEdit extends ItemDraft {
  /** Its place among the stored lines; a new line has none. */
  stored?: number;
}

export interface BookingEdit {
  reference: string;
  orderNumber: string;
  references: ReferenceDraft[];
  from: PartyEdit;
  to: PartyEdit;
  fromPlace: Place | null;
  toPlace: Place | null;
  items: ItemEdit[];
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
    fromPlace: placeOf(booking.fromAddress),
    toPlace: placeOf(booking.toAddress),
    items: (booking.items ?? []).map((item, stored) => ({ ...itemOf(item), stored })),
    pickupReadyTime: toLocal(booking.pickupReadyTime),
    businessClosingTime: toLocal(booking.businessClosingTime),
    specialInstructions: booking.specialInstructions ?? '',
    deliveryInstructions: booking.deliveryInstructions ?? '',
  };
}

const textOrNull = (text: string): string | null => text.trim() || null;

/** The state as it is stored, unless the place is another one. */
const addressBody = (
  before: Address,
  party: PartyEdit,
  place: Place | null,
): Schema<'AddressRequest'> => ({
  ...before,
  ...(place && !sameValue(place, placeOf(before))
    ? { ...place, stateCode: place.state || null, country: null }
    : {}),
  ...Object.fromEntries(partyFields.map((field) => [field, textOrNull(party[field])])),
});

/** Lines that were not edited stay as they are stored. */
function itemsBody(booking: BookingDetail, items: readonly ItemEdit[]): Schema<'ItemRequest'>[] {
  return items.map(({ stored, ...draft }) => {
    const before = stored === undefined ? undefined : booking.items?.[stored];
    if (!before) return itemBody(draft);
    return sameValue(draft, itemOf(before)) ? before : { ...before, ...itemBody(draft) };
  });
}

/** False once others than the tenant have the addresses. */
export const mayEditAddresses = (booking: BookingDetail): boolean =>
  booking.allowedOperations.includes('EditAddresses');

/** True if suburbs and items can change at a new price: booked on the tenant's own vehicles. */
export const mayEditFreight = (booking: BookingDetail): boolean =>
  booking.bookingStatus === 'Booked' && mayEditAddresses(booking);

/** Missing parts of what the price depends on. */
export function freightProblems(edit: BookingEdit, t: Translate): Problems {
  const problems: Problems = {};
  for (const end of ['fromPlace', 'toPlace'] as const)
    if (!edit[end]) problems[end] = t('Choose a suburb from the list');
  edit.items.forEach((item, index) =>
    itemProblems(item).forEach(({ name, message }) => {
      problems[`items.${index}.${name}`] = message;
    }),
  );
  return problems;
}

export type OfferedQuote = Schema<'OfferedQuote'>;

export function editBody(
  booking: BookingDetail,
  edit: BookingEdit,
  toInstant: (local: string) => string | null,
  accepted: OfferedQuote | null = null,
) {
  const isFreightOpen = mayEditFreight(booking);
  const place = (end: 'fromPlace' | 'toPlace') => (isFreightOpen ? edit[end] : null);
  const items = itemsBody(booking, edit.items);
  const people = mayEditAddresses(booking)
    ? {
        fromAddress: addressBody(booking.fromAddress, edit.from, place('fromPlace')),
        toAddress: addressBody(booking.toAddress, edit.to, place('toPlace')),
      }
    : {};
  const freight = isFreightOpen && !sameValue(items, booking.items ?? []) ? { items } : {};
  const price = accepted ? { quoteId: accepted.id, resourceToken: accepted.resourceToken } : {};
  return {
    bookings: [
      {
        booking: {
          id: booking.id,
          rowVersion: booking.rowVersion,
          ...people,
          ...freight,
          ...price,
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
  ...Object.fromEntries(
    (['from', 'to'] as const).flatMap((end) =>
      ['', '.suburb', '.postCode', '.state', '.countryCode'].map((field) => [
        `bookings[0].booking.${end}Address${field}`,
        `${end}Place`,
      ]),
    ),
  ),
  'bookings[0].booking.items': 'items',
  ...Object.fromEntries(
    ['quantity', 'packageType', 'description'].map((field) => [
      `bookings[0].booking.items[*].${field}`,
      `items[*].${field}`,
    ]),
  ),
  ...Object.fromEntries(
    ['length', 'width', 'height', 'weight'].flatMap((field) =>
      ['', '.value', '.unit'].map((part) => [
        `bookings[0].booking.items[*].${field}${part}`,
        `items[*].${field}`,
      ]),
    ),
  ),
  'bookings[0].booking.customer.references[*].value': 'references[*].value',
};
