// The consignment before, whose goods are offered again.
import { api } from '../../api/client.ts';
import { identityOf } from '../../kit/pickers/places.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { partyOf, type PartyDraft } from '../../lib/bookings/party.ts';
import { placeOf, type Place } from '../../lib/places.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export interface LastConsignment {
  booking: Booking;
  /** False for the customer's last consignment to another receiver. */
  isSameReceiver: boolean;
}

/** Last consignment to this exact receiver, else the customer's last one. */
export async function lastConsignment(
  customerId: number | null,
  party: PartyDraft,
  place: Place,
  signal: AbortSignal,
): Promise<LastConsignment | null> {
  const ofCustomer = customerId === null ? [] : [`customer/id eq ${customerId}`];
  const find = async (conditions: readonly string[], maxResultCount: number) =>
    (
      await api.get(
        '/api/booking/booking/getbookings',
        {
          ...(conditions.length > 0 ? { filter: conditions.join(' and ') } : {}),
          sorting: 'creationTime desc, id desc',
          maxResultCount,
        },
        { signal },
      )
    ).items;
  const identity = identityOf(party, place);
  const atPlace = [
    `toAddress/suburb eq ${quoted(place.suburb)}`,
    `toAddress/postCode eq ${quoted(place.postCode)}`,
  ];
  const same = (await find([...ofCustomer, ...atPlace], 20)).find(
    (booking) => identityOf(partyOf(booking.toAddress), placeOf(booking.toAddress)) === identity,
  );
  if (same) return { booking: same, isSameReceiver: true };
  const [latest] = await find(ofCustomer, 1);
  return latest ? { booking: latest, isSameReceiver: false } : null;
}
