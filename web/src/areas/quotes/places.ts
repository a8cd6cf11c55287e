// One search over every place that goods go between: a customer's addresses, past senders and receivers, customers, suburbs.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { customerLabel, searchCustomers } from '../../kit/pickers/customers.ts';
import type { Address, Booking } from '../../lib/bookings/model.ts';
import { bookingsKey } from '../../lib/bookings/queries.ts';
import { findPlaces as findSuburbs, type Place } from '../../lib/places.ts';
import { partyOf, placeOf } from './from-booking.ts';
import { emptyParty, type PartyDraft } from './model.ts';
import { findSavedPlaces } from './saved.ts';

export type End = 'from' | 'to';

export interface FoundPlace extends Place {
  source: 'Frequent' | 'Past' | 'Customer' | 'Suburb';
  /** What it is called in the list. */
  name: string;
  party: PartyDraft;
  /** How many of the customer's latest consignments went there. */
  uses: number;
  /** Null: nothing is known of it. */
  residential: boolean | null;
  instructions: string;
}

/** Who searches, and what of. */
export interface PlaceSearch {
  /** The customer whose places are searched; null: the caller's own, or nobody yet. */
  customerId: number | null;
  end: End;
  countryCode: string;
  /** What the caller may see. */
  sees: { book: boolean; past: boolean; customers: boolean };
}

const MAX_PAST = 5;
const MAX_CUSTOMERS = 3;
const MAX_SUBURBS = 8;
/** The consignments that past places are gathered from. */
const LATEST = 100;

/** An address is the same however its letters are written. */
export const identityOf = (party: PartyDraft, place: Place | null): string =>
  [party.companyName || party.contactName, party.addressLine1, place?.suburb, place?.postCode].map((text) => (text ?? '').trim().toLowerCase()).join('|');

const isOf = (customerId: number | null) => (customerId === null ? {} : { filter: `customer/id eq ${customerId}` });

const latestQuery = (customerId: number | null) =>
  queryOptions({
    queryKey: [...bookingsKey, 'latest-of', customerId],
    queryFn: async ({ signal }) => (await api.get('/api/booking/booking/getbookings', { ...isOf(customerId), sorting: 'creationTime desc, id desc', maxResultCount: LATEST }, { signal })).items,
    staleTime: 60_000,
  });

function pastPlace(address: Address): FoundPlace | null {
  const place = placeOf(address);
  const party = partyOf(address);
  if (!place || !party.addressLine1) return null;
  return { ...place, source: 'Past', name: party.companyName || party.contactName, party, uses: 1, residential: address.type === null ? null : address.type === 'Residential', instructions: '' };
}

/** The places of one end of these bookings, the latest wording of each, those used most first. */
export function pastPlaces(bookings: readonly Pick<Booking, 'fromAddress' | 'toAddress'>[], end: End): FoundPlace[] {
  const found = new Map<string, FoundPlace>();
  for (const booking of bookings) {
    const place = pastPlace(end === 'from' ? booking.fromAddress : booking.toAddress);
    if (!place) continue;
    const key = identityOf(place.party, place);
    const known = found.get(key);
    if (known) known.uses += 1;
    else found.set(key, place);
  }
  return [...found.values()].toSorted((a, b) => b.uses - a.uses);
}

/** Every word of the text is the beginning of a word of the address. */
export function isMeant(place: FoundPlace, text: string): boolean {
  const { companyName, contactName, addressLine1 } = place.party;
  const words = [place.name, companyName, contactName, addressLine1, place.suburb, place.postCode].join(' ').toLowerCase().split(/[\s,./-]+/);
  return text.toLowerCase().split(/\s+/).filter(Boolean).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

async function findPast({ customerId, end }: PlaceSearch, text: string): Promise<FoundPlace[]> {
  const latest = await queryClient.fetchQuery(latestQuery(customerId));
  return pastPlaces(latest, end).filter((place) => isMeant(place, text)).slice(0, MAX_PAST);
}

async function findCustomers(text: string, signal: AbortSignal): Promise<FoundPlace[]> {
  const found = (await searchCustomers(text, signal)).flatMap((customer): FoundPlace[] => {
    const place = placeOf(customer.address);
    if (!place) return [];
    const party = partyOf(customer.address);
    const filled = { ...party, companyName: party.companyName || customer.companyName || '', contactName: party.contactName || customer.contactName || '', telephone: party.telephone || customer.contact || '', email: party.email || customer.email || '' };
    return [{ ...place, source: 'Customer', name: customerLabel(customer), party: filled, uses: 0, residential: null, instructions: '' }];
  });
  return found.slice(0, MAX_CUSTOMERS);
}

async function findBook({ customerId }: PlaceSearch, text: string, signal: AbortSignal): Promise<FoundPlace[]> {
  return (await findSavedPlaces(customerId, text, signal)).map((saved) => ({ ...saved, source: 'Frequent', uses: 0 }));
}

/** What a suburb fills: no name, no street. */
const suburbOf = (place: Place): FoundPlace => ({ ...place, source: 'Suburb', name: '', party: { ...emptyParty }, uses: 0, residential: null, instructions: '' });

/** Each place once: what is kept in the address book knows more of it than a past consignment does, which knows how often it was used. */
export function merged(groups: readonly (readonly FoundPlace[])[]): FoundPlace[] {
  const found = new Map<string, FoundPlace>();
  for (const place of groups.flat()) {
    const key = place.source === 'Suburb' ? `${place.suburb}|${place.state}|${place.postCode}` : identityOf(place.party, place);
    const known = found.get(key);
    if (known) known.uses = Math.max(known.uses, place.uses);
    else found.set(key, { ...place });
  }
  return [...found.values()];
}

/** Everything that the text can mean; what is used most comes first, suburbs come last. A source that fails leaves the others. */
export async function findPlaces(search: PlaceSearch, text: string, signal: AbortSignal): Promise<FoundPlace[]> {
  const { book, past, customers } = search.sees;
  const asked = [
    book ? findBook(search, text, signal) : [],
    past ? findPast(search, text) : [],
    customers ? findCustomers(text, signal) : [],
    findSuburbs(search.countryCode, text, signal).then((places) => places.slice(0, MAX_SUBURBS).map(suburbOf)),
  ];
  const answers = await Promise.allSettled(asked);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed && answers.every((answer) => answer.status === 'rejected' || answer.value.length === 0)) throw failed.reason;
  const [saved = [], ...others] = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const found = merged([saved, ...others]);
  const rank = (place: FoundPlace) => (place.source === 'Suburb' ? -1 : place.uses);
  return found.toSorted((a, b) => rank(b) - rank(a));
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The last consignment of a customer to this very receiver. */
export async function lastConsignmentTo(customerId: number | null, party: PartyDraft, place: Place, signal: AbortSignal): Promise<Booking | null> {
  const filter = [...(customerId === null ? [] : [`customer/id eq ${customerId}`]), `toAddress/suburb eq ${quoted(place.suburb)}`, `toAddress/postCode eq ${quoted(place.postCode)}`].join(' and ');
  const { items } = await api.get('/api/booking/booking/getbookings', { filter, sorting: 'creationTime desc, id desc', maxResultCount: 20 }, { signal });
  const wanted = identityOf(party, place);
  return items.find((booking) => identityOf(partyOf(booking.toAddress), placeOf(booking.toAddress)) === wanted) ?? null;
}
