// Quote form checks and requests.
import { readNumber } from '@waybill/plugin';
import { isEmail } from '../../lib/email.ts';
import { t } from '../../lib/i18n.ts';
import { placeBody } from '../../lib/places.ts';
import type { OperationName } from '../../lib/bookings/operations.ts';
import { optionsOn } from '../../lib/bookings/options.ts';
import { referencesBody } from '../../lib/bookings/references.ts';
import { itemProblems, type ItemDraft } from '../../kit/goods/items.ts';
import { dangerousProblems, goodsBody } from './dangerous.ts';
import { atField } from './labels.ts';
import type { PartyDraft } from '../../lib/bookings/party.ts';
import type { QuoteDraft } from './model.ts';

/** A path into the draft. */
export interface Problem {
  field: string;
  message: string;
}

const problemAt = (field: string, message: string): Problem => ({
  field,
  message: atField(field, message),
});

/** True if a kind of insurance is chosen. */
const isInsured = (draft: QuoteDraft): boolean =>
  draft.insurance !== '' && draft.insurance !== 'None';

const positive = (value: number): boolean => Number.isFinite(value) && value > 0;

/** True if nothing is missing from the line of goods. */
export const isComplete = (item: ItemDraft): boolean => itemProblems(item).length === 0;

/** The server validates again. */
export function quoteProblems(draft: QuoteDraft, needsCustomer: boolean): Problem[] {
  const found: Problem[] = [];
  const add = (field: string, message: string) => found.push(problemAt(field, message));
  if (needsCustomer && !draft.customerId) add('customerId', t('choose the one who pays'));
  if (!draft.from) add('from', t('choose a suburb from the list'));
  if (!draft.to) add('to', t('choose a suburb from the list'));
  if (draft.items.length === 0) add('items', t('add at least one item'));
  draft.items.forEach((item, index) =>
    itemProblems(item).forEach(({ name, message }) => add(`items.${index}.${name}`, message)),
  );
  for (const { field, message } of dangerousProblems(draft)) add(field, message);
  if (isInsured(draft) && !positive(readNumber(draft.insuredValue) ?? 0))
    add('insuredValue', t('enter more than 0'));
  return found;
}

function partyProblems(party: PartyDraft, which: 'sender' | 'receiver'): Problem[] {
  const found: Problem[] = [];
  const add = (name: keyof PartyDraft, message: string) =>
    found.push(problemAt(`${which}.${name}`, message));
  if (!party.contactName.trim() && !party.companyName.trim())
    add('contactName', t('enter a contact or a company'));
  if (!party.addressLine1.trim()) add('addressLine1', t('enter the street and number'));
  if (party.email.trim() && !isEmail(party.email)) add('email', t('the address is incomplete'));
  return found;
}

export function bookingProblems(draft: QuoteDraft): Problem[] {
  const found = [
    ...partyProblems(draft.sender, 'sender'),
    ...partyProblems(draft.receiver, 'receiver'),
  ];
  draft.references.forEach(({ isRequired, name, value }, index) => {
    if (isRequired && !value.trim())
      found.push({
        field: `references.${index}.value`,
        message: t('{name} is required', { name }),
      });
  });
  if (
    draft.pickupReadyTime &&
    draft.businessClosingTime &&
    draft.businessClosingTime <= draft.pickupReadyTime
  )
    found.push(problemAt('businessClosingTime', t('enter a time after the ready time')));
  return found;
}

const dangerousGoods = (draft: QuoteDraft) => ({
  isDangerousGood: draft.isDangerousGood,
  ...(draft.isDangerousGood
    ? {
        dangerousGoodUNCode: draft.dangerousGoodUNCode.trim(),
        dangerousGoodPackageType: draft.dangerousGoodPackageType.trim(),
        dangerousGoodDescription: draft.dangerousGoodDescription.trim(),
      }
    : {}),
});

/** Omitted for the customer's default: a booking follows its quote. */
const insurance = (draft: QuoteDraft) =>
  draft.insurance === ''
    ? {}
    : draft.insurance === 'None'
      ? { isInsured: false }
      : {
          isInsured: true,
          insuredValue: readNumber(draft.insuredValue) ?? 0,
          insuranceType: draft.insurance,
        };

export function quoteBody(draft: QuoteDraft) {
  return {
    fromAddress: placeBody(draft.from, false),
    toAddress: placeBody(draft.to, Boolean(draft.options['delivery:residential'])),
    items: goodsBody(draft),
    pickupOptions: optionsOn(draft.options, 'pickup'),
    deliveryOptions: optionsOn(draft.options, 'delivery'),
    ...dangerousGoods(draft),
    ...insurance(draft),
    filter: { carrierCode: [], services: [] },
    ...(draft.promoCode.trim() ? { promoCode: draft.promoCode.trim() } : {}),
    ...(draft.customerId ? { customer: { customerId: draft.customerId } } : {}),
  };
}

/** Key of shown prices: if it changes, they are stale. */
export const quoteKey = (draft: QuoteDraft): string => JSON.stringify(quoteBody(draft));

const partyBody = (party: PartyDraft) =>
  Object.fromEntries(
    Object.entries(party).map(([key, value]) => [key, value.trim()]),
  ) as unknown as PartyDraft;

export interface BookingChoice {
  /** Booking saved by an earlier try. */
  bookingId: number | null;
  resourceToken: string;
  /** Null: saved without a price. */
  quoteId: number | null;
  pickup: PickupWindow | null;
  /** Nonce of the paying card. */
  paymentNonce?: string | undefined;
}

/** Ready and closing times as instants. */
export interface PickupWindow {
  readyTime: string;
  closingTime: string;
}

const OPENS = '09:00';
/** Default closing time. */
export const CLOSES = '17:00';

/** Times default, so a typed day is never lost. `toInstant` reads a local time. */
export function typedPickup(
  draft: QuoteDraft,
  toInstant: (local: string) => string | null,
): PickupWindow | null {
  if (!draft.pickupDate) return null;
  const closes = draft.businessClosingTime || CLOSES;
  const usual = closes > OPENS ? OPENS : '00:00';
  const readyTime = toInstant(`${draft.pickupDate}T${draft.pickupReadyTime || usual}`);
  // Ready after the usual closing: until midnight.
  const closingTime = toInstant(
    `${draft.pickupDate}T${!draft.businessClosingTime && draft.pickupReadyTime >= closes ? '23:59' : closes}`,
  );
  return readyTime && closingTime ? { readyTime, closingTime } : null;
}

/** Users of a customer omit the customer. */
function customerBody({ customerId, references }: QuoteDraft) {
  const referencesPart = references.length > 0 ? { references: referencesBody(references) } : {};
  return customerId || references.length > 0
    ? { customer: { ...(customerId ? { id: customerId } : {}), ...referencesPart } }
    : {};
}

/** A booking with its note. */
export function bookingEntry(draft: QuoteDraft, choice: BookingChoice) {
  const quote = quoteBody(draft);
  return {
    booking: {
      ...(choice.bookingId ? { id: choice.bookingId } : {}),
      ...(choice.paymentNonce ? { paymentNonce: choice.paymentNonce } : {}),
      ...customerBody(draft),
      fromAddress: { ...quote.fromAddress, ...partyBody(draft.sender) },
      toAddress: { ...quote.toAddress, ...partyBody(draft.receiver) },
      items: quote.items,
      pickupOptions: quote.pickupOptions,
      deliveryOptions: quote.deliveryOptions,
      ...dangerousGoods(draft),
      ...insurance(draft),
      reference: draft.reference.trim(),
      specialInstructions: draft.specialInstructions.trim(),
      deliveryInstructions: draft.deliveryInstructions.trim(),
      // A retry updates the same booking, where only null clears a field.
      ...(draft.isDangerousGood
        ? {}
        : {
            dangerousGoodUNCode: null,
            dangerousGoodPackageType: null,
            dangerousGoodDescription: null,
          }),
      pickupReadyTime: choice.pickup?.readyTime ?? null,
      businessClosingTime: choice.pickup?.closingTime ?? null,
      ...(choice.quoteId === null
        ? {}
        : { resourceToken: choice.resourceToken, quoteId: choice.quoteId }),
    },
    bookingNote: draft.note.trim() ? { comment: draft.note.trim() } : null,
  };
}

export const bookingBody = (
  draft: QuoteDraft,
  choice: BookingChoice,
  operations: OperationName[],
) => ({ bookings: [bookingEntry(draft, choice)], operations });

/** Reached at this email address. */
export function guestBookingBody(draft: QuoteDraft, choice: BookingChoice, email: string) {
  const { booking, bookingNote } = bookingEntry(draft, choice);
  return {
    booking: { ...booking, customer: { email: email.trim() } },
    bookingNote,
    operations: ['Book' as const],
  };
}
