// Prefills drafts: customer's address, last booking.
import { mergeEdits, sameValue } from '../../kit/form-merge.ts';
import { emptyItem } from '../../kit/goods/items.ts';
import { emptyParty, type PartyDraft } from '../../lib/bookings/party.ts';
import {
  senderOf,
  senderPlace,
  type SendingCustomer,
} from '../../lib/bookings/sending-customer.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';

const isEmpty = (party: PartyDraft) => Object.values(party).every((value) => value === '');

export type Prefilled = Pick<QuoteDraft, 'from' | 'sender'>;

/** True if empty or still the previous prefill. */
const untouched = (now: unknown, before: unknown): boolean =>
  now === null || (before !== undefined && JSON.stringify(now) === JSON.stringify(before));

/** Unless a sender was typed or chosen. Replaces an earlier prefill. */
export function withSender(
  draft: QuoteDraft,
  customer: SendingCustomer,
  before: Prefilled | null = null,
): Prefilled {
  const place = senderPlace(customer);
  const from = untouched(draft.from, before?.from) ? place : draft.from;
  const isOwnPlace =
    place !== null &&
    from !== null &&
    from.suburb === place.suburb &&
    from.postCode === place.postCode;
  const sender = senderOf(customer);
  if (!isEmpty(draft.sender) && !untouched(draft.sender, before?.sender))
    return { from, sender: draft.sender };
  // Elsewhere: the customer's contact without its street.
  return { from, sender: isOwnPlace ? sender : { ...sender, addressLine1: '', addressLine2: '' } };
}

/** Keeps place and customer. */
export function nextDraft(done: QuoteDraft): QuoteDraft {
  return {
    ...emptyDraft(done.customerId),
    references: done.references.map((one) => ({ ...one, value: '' })),
    from: done.from,
    sender: { ...done.sender },
    receiver: { ...emptyParty },
    items: [{ ...emptyItem, packageType: done.items[0]?.packageType ?? '' }],
    // Sender hours stay; a postponed pickup doesn't.
    businessClosingTime: done.businessClosingTime,
    service: done.service,
    specialInstructions: done.specialInstructions,
  };
}

/** The sheet after a booking, with the edits made since it was sent. */
export function nextSheet(booked: QuoteDraft, typed: QuoteDraft): QuoteDraft {
  const next = nextDraft(booked);
  const { values } = mergeEdits(booked, typed, next, ['from', 'to']);
  const count = booked.items.length;
  if (typed.items.length === count) return values;
  // Booked goods stay behind, and added ones begin the next consignment.
  const added = sameValue(typed.items.slice(0, count), booked.items)
    ? typed.items.slice(count)
    : [];
  return { ...values, items: added.length > 0 ? added : next.items };
}
