// Searches all places: saved, past, customers, suburbs.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { emptyParty, partyOf, type PartyDraft } from '../../lib/bookings/party.ts';
import { findPlaces as findSuburbs, type Place, placeOf } from '../../lib/places.ts';
import { customerLabel, searchCustomers } from './customers.ts';

export type End = 'from' | 'to';

export interface FoundPlace extends Place {
  source: 'Frequent' | 'Past' | 'Customer' | 'Suburb';
  /** Name in the list. */
  name: string;
  party: PartyDraft;
  /** The customer's consignments with this place. */
  uses: number;
  /** Empty if none. */
  lastUsed: string;
  /** Null if unknown. */
  residential: boolean | null;
  instructions: string;
}

export interface PlaceSearch {
  /** Null: the user's own. */
  customerId: number | null;
  end: End;
  countryCode: string;
  /** Permitted sources. */
  sees: { places: boolean; customers: boolean };
}

/** Leaves room for suburbs. */
const MAX_OWN = 8;
const MAX_CUSTOMERS = 3;
const MAX_SUBURBS = 8;
/** The server's maximum. */
const MAX_TEXT = 100;

/** Case-insensitive identity. */
export const identityOf = (party: PartyDraft, place: Place | null): string =>
  [party.companyName || party.contactName, party.addressLine1, place?.suburb, place?.postCode]
    .map((text) => (text ?? '').trim().toLowerCase())
    .join('|');

export type FoundAddress = Schema<'FoundAddress'>;

/** Named by nickname, else company or contact. */
export function placeFound({
  source,
  uses,
  lastUsed,
  address,
  instructions,
  nickname,
}: FoundAddress): FoundPlace | null {
  const place = placeOf(address);
  if (!place) return null;
  const party = partyOf(address);
  const residential = address.type ? address.type === 'Residential' : null;
  // Driver instructions aren't copied.
  return {
    ...place,
    source,
    name: nickname || party.companyName || party.contactName,
    party,
    uses,
    lastUsed: lastUsed ?? '',
    residential,
    instructions: source === 'Frequent' ? (instructions ?? '') : '',
  };
}

/** Frequent addresses, its own, and past ones at this end. */
async function findOwn(
  { customerId, end }: PlaceSearch,
  text: string,
  signal: AbortSignal,
): Promise<FoundPlace[]> {
  const query = {
    ...(customerId === null ? {} : { customerId }),
    kind: end === 'from' ? 'Sender' : 'Receiver',
    search: text.slice(0, MAX_TEXT),
    maxResultCount: MAX_OWN,
  } as const;
  const { items } = await api.get('/api/booking/booking/getaddresses', query, { signal });
  return items.flatMap((found) => placeFound(found) ?? []);
}

async function findCustomers(text: string, signal: AbortSignal): Promise<FoundPlace[]> {
  const found = (await searchCustomers(text, signal)).flatMap((customer): FoundPlace[] => {
    const place = placeOf(customer.address);
    if (!place) return [];
    const party = partyOf(customer.address);
    const filled = {
      ...party,
      companyName: party.companyName || customer.companyName || '',
      contactName: party.contactName || customer.contactName || '',
      telephone: party.telephone || customer.contact || '',
      email: party.email || customer.email || '',
    };
    return [
      {
        ...place,
        source: 'Customer',
        name: customerLabel(customer),
        party: filled,
        uses: 0,
        lastUsed: '',
        residential: null,
        instructions: '',
      },
    ];
  });
  return found.slice(0, MAX_CUSTOMERS);
}

/** Fills only the suburb. */
export const suburbOf = (place: Place): FoundPlace => ({
  ...place,
  source: 'Suburb',
  name: '',
  party: { ...emptyParty },
  uses: 0,
  lastUsed: '',
  residential: null,
  instructions: '',
});

/** Deduplicates; earlier groups win, as the address book has more detail. */
export function merged(groups: readonly (readonly FoundPlace[])[]): FoundPlace[] {
  const found = new Map<string, FoundPlace>();
  for (const place of groups.flat()) {
    const key =
      place.source === 'Suburb'
        ? `${place.suburb}|${place.state}|${place.postCode}`
        : identityOf(place.party, place);
    if (!found.has(key)) found.set(key, place);
  }
  return [...found.values()];
}

/** Sorts by uses, then latest use; suburbs last. */
export function ranked(places: readonly FoundPlace[]): FoundPlace[] {
  const rank = (place: FoundPlace) => (place.source === 'Suburb' ? -1 : place.uses);
  return places.toSorted(
    (a, b) => rank(b) - rank(a) || (Date.parse(b.lastUsed) || 0) - (Date.parse(a.lastUsed) || 0),
  );
}

/** Failing sources are skipped. Without text: the customer's most used places. */
export async function findPlaces(
  search: PlaceSearch,
  text: string,
  signal: AbortSignal,
): Promise<FoundPlace[]> {
  const { places, customers } = search.sees;
  const searches = [
    places ? findOwn(search, text, signal) : [],
    customers && text !== '' ? findCustomers(text, signal) : [],
    text === ''
      ? []
      : findSuburbs(search.countryCode, text, signal).then((suburbs) =>
          suburbs.slice(0, MAX_SUBURBS).map(suburbOf),
        ),
  ];
  const answers = await Promise.allSettled(searches);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (
    failed &&
    answers.every((answer) => answer.status === 'rejected' || answer.value.length === 0)
  )
    throw failed.reason;
  return ranked(
    merged(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))),
  );
}
