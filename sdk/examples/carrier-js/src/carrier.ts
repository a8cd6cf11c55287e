// A carrier in TypeScript: prices by weight or from a live service, its own connote numbers, labels
// drawn by the host.
//
// Each export is one interface of the world in wit/world.wit. A call has a fresh instance, so
// lasting values go into the key-value store. An error is thrown as a value of the taxonomy
// (errors.ts).
import clock from 'waybill:host/clock@1.0.0';
import keyValue from 'waybill:host/key-value@1.0.0';
import render from 'waybill:host/render@1.0.0';
import { account, attributes } from './account';
import { internal, invalid, payload, unavailable } from './errors';
import { live } from './live';
import {
  MOST_PIECES,
  SERVICES,
  chargeableKilograms,
  computed,
  serves,
  serviceName,
  sscc,
} from './pricing';
import { u32 } from './unsigned';
import { read, write } from './utf8';

/** Ninety days: longer than any shipment. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

interface StoredBooking {
  connote: string;
  at: string;
  from: string;
  firstPiece: number;
  pieces: number;
}

export const about = {
  describe: () => ({
    id: 'carrier-js',
    displayName: 'Carrier in TypeScript',
    attributes,
    abilities: ['tracking'],
  }),
  checkAccount(): void {
    account();
  },
};

export const services = {
  listServices: () => SERVICES,
};

export const rating = {
  rates(consignment: Consignment): Rate[] {
    const own = account();
    if (!serves(own, consignment)) return [];
    const kilograms = chargeableKilograms(consignment.items);
    return own.apiUrl === '' ? computed(own, kilograms) : live(own, consignment, kilograms);
  },
};

export const shipping = {
  book({ consignment, serviceCode }: BookRequest): Booked {
    const own = account();
    const { reference } = consignment;
    const before = storedBooking(reference);
    if (before) return booked(reference, before);
    serviceName(serviceCode);
    chargeableKilograms(consignment.items);
    const pieces = pieceCount(consignment);
    if (pieces > MOST_PIECES)
      throw invalid({ member: 'items', message: `must be at most ${MOST_PIECES} pieces` });
    const number = stored(() => keyValue.increment(`connotes:${own.connotePrefix}`, 1));
    const last = stored(() => keyValue.increment(`pieces:${own.gs1Prefix}`, pieces));
    const now: StoredBooking = {
      connote: `${own.connotePrefix}${String(number).padStart(8, '0')}`,
      at: clock.localNow(),
      // An event's place has at most 200 bytes.
      from: [...consignment.from.suburb].slice(0, 50).join(''),
      firstPiece: last - pieces + 1,
      pieces,
    };
    stored(() => keyValue.set(key(reference), write(JSON.stringify(now)), KEPT_SECONDS));
    return booked(reference, now);
  },

  find(reference: string): Booked | null {
    const found = storedBooking(reference);
    return found && booked(reference, found);
  },

  label({ consignment, serviceCode }: BookRequest, { connote, data }: Booked): WaybillFile {
    const own = account();
    const { firstPiece, pieces } = numbers(data);
    const given = pieceCount(consignment);
    if (given !== pieces)
      throw invalid({ member: 'items', message: `are ${given} pieces, but ${pieces} were booked` });
    const each = consignment.items.flatMap((item) => Array<Item>(item.quantity).fill(item));
    const labels = each.map((item, index): Label => ({
      carrierName: 'Carrier in TypeScript',
      serviceName: serviceName(serviceCode),
      connote,
      piece: index + 1,
      pieces,
      gs1: `(00)${sscc(own.gs1Prefix, firstPiece + index)}`,
      route: `${consignment.to.state ?? ''} ${consignment.to.postcode}`.trim(),
      sender: consignment.from,
      receiver: consignment.to,
      reference: consignment.customerReference || consignment.reference,
      weightG: item.weightG,
      instructions: consignment.deliveryInstructions,
      date: consignment.dispatchDate,
      dangerousGoods: item.dangerousGoods,
    }));
    try {
      return render.labels(labels);
    } catch (error) {
      throw internal(`the labels could not be drawn: ${payload<string>(error)}`);
    }
  },

  cancel({ reference }: Booked): void {
    stored(() => keyValue.delete(key(reference)));
  },
};

export const tracking = {
  track(asked: Booked[]): Tracked[] {
    return asked.flatMap(({ reference }) => {
      const found = storedBooking(reference);
      return found ? [{ connote: found.connote, events: [event(found)], eta: null }] : [];
    });
  },
};

function event({ connote, at, from }: StoredBooking): TrackingEvent {
  return {
    id: `${connote}-booked`,
    at,
    status: null,
    description: 'Booked',
    location: from,
    signedBy: null,
  };
}

function booked(reference: string, { connote, firstPiece, pieces }: StoredBooking): Booked {
  return { reference, connote, data: JSON.stringify({ firstPiece, pieces }) };
}

/** The booking's `data`, returned by the host. */
function numbers(data: string): Pick<StoredBooking, 'firstPiece' | 'pieces'> {
  try {
    return JSON.parse(data);
  } catch {
    throw internal("the booking's data could not be read");
  }
}

function pieceCount(consignment: Consignment): number {
  return consignment.items.reduce((sum, item) => sum + u32(item.quantity), 0);
}

function storedBooking(reference: string): StoredBooking | null {
  const bytes = stored(() => keyValue.get(key(reference)));
  return bytes && JSON.parse(read(bytes));
}

const key = (reference: string) => `booking:${reference}`;

/** Converts store errors. */
function stored<T>(work: () => T): T {
  try {
    return work();
  } catch (fault) {
    const error = payload<StoreError>(fault);
    throw unavailable(
      `the store cannot be used: ${error.tag === 'unavailable' ? error.val : error.tag}`,
    );
  }
}
