// The consignment that is tried and the cards it is tried against, as the address of the simulator carries them.
import { emptyItem, type ItemDraft } from '../../../kit/goods/items.ts';
import { options } from '../../../lib/bookings/options.ts';
import type { Place } from '../../../lib/places.ts';
import { strictly } from '../../../lib/search.ts';

export interface Consignment {
  from: Place | null;
  to: Place | null;
  items: ItemDraft[];
  options: Record<string, boolean>;
  isDangerousGood: boolean;
  /** A local day and time in the tenant's zone; empty: now. */
  readyTime: string;
  distanceKm: string;
  durationMinutes: string;
  waitingMinutes: string;
}

export const SIMULATOR_TABS = ['try', 're-price'] as const;

export interface SimulatorSearch {
  tab?: 're-price';
  /** The card that one comes from: it and the version before it are compared. */
  card?: number;
  /** The cards that were chosen, the first one first: `3-17-9`. */
  cards?: string;
  /** `suburb|state|post code|country`. */
  from?: string;
  to?: string;
  /** `quantity x length x width x height x weight x package`, a line after the other: `4x40x30x10x5xCarton;…`. */
  items?: string;
  options?: string;
  dg?: 1;
  ready?: string;
  km?: string;
  minutes?: string;
  wait?: string;
  /** What is priced anew. */
  priced?: number;
  since?: string;
  until?: string;
  customer?: number;
  job?: string;
}

/** Cards that one comparison takes. */
export const MAX_CARDS = 20;
/** Lines that an address carries; the server takes more, but no address does. */
const MAX_LINES = 50;

export const emptyConsignment = (): Consignment => ({ from: null, to: null, items: [{ ...emptyItem }], options: {}, isDangerousGood: false, readyTime: '', distanceKm: '', durationMinutes: '', waitingMinutes: '' });

const text = (value: unknown, most: number): string | null => {
  const said = typeof value === 'number' ? String(value) : value;
  return typeof said === 'string' && said !== '' && said.length <= most ? said : null;
};

const id = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const day = (value: unknown): string | null => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null);

export const parseSimulator = strictly<SimulatorSearch>(
  ['tab', 'card', 'cards', 'from', 'to', 'items', 'options', 'dg', 'ready', 'km', 'minutes', 'wait', 'priced', 'since', 'until', 'customer', 'job'],
  (raw) => {
    const kept: Record<string, unknown> = {
      tab: raw['tab'] === 're-price' ? 're-price' : null,
      card: id(raw['card']),
      cards: cardsIn(text(raw['cards'], 400) ?? '').length > 0 ? text(raw['cards'], 400) : null,
      from: text(raw['from'], 200),
      to: text(raw['to'], 200),
      items: text(raw['items'], 4000),
      options: text(raw['options'], 400),
      dg: Number(raw['dg']) === 1 ? 1 : null,
      ready: text(raw['ready'], 16),
      km: text(raw['km'], 16),
      minutes: text(raw['minutes'], 16),
      wait: text(raw['wait'], 16),
      priced: id(raw['priced']),
      since: day(raw['since']),
      until: day(raw['until']),
      customer: id(raw['customer']),
      job: text(raw['job'], 64),
    };
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
  },
);

/** The cards that an address names, each once. */
export const cardsIn = (cards: string | undefined): number[] => [...new Set((cards ?? '').split('-').flatMap((one) => id(one) ?? []))].slice(0, MAX_CARDS);

export const cardsText = (ids: readonly number[]): string => ids.join('-');

const placeText = (place: Place | null): string | undefined => (place ? [place.suburb, place.state, place.postCode, place.countryCode].map((part) => part.replaceAll('|', ' ')).join('|') : undefined);

function placeIn(said: string | undefined): Place | null {
  const [suburb = '', state = '', postCode = '', countryCode = ''] = (said ?? '').split('|');
  return (suburb || postCode) && /^[A-Z]{2}$/.test(countryCode) ? { suburb, state, postCode, countryCode } : null;
}

/** A number as it is typed, without what would end it in an address. */
const typed = (value: string): string => value.replaceAll(/[^\d.,-]/g, '');
const itemText = ({ quantity, length, width, height, weight, packageType }: ItemDraft): string => [...[quantity, length, width, height, weight].map(typed), packageType.replaceAll(';', ' ')].join('x');

function itemIn(said: string): ItemDraft {
  const [quantity = '', length = '', width = '', height = '', weight = '', ...name] = said.split('x');
  return { ...emptyItem, quantity: typed(quantity), length: typed(length), width: typed(width), height: typed(height), weight: typed(weight), packageType: name.join('x') };
}

const isUntouched = (items: readonly ItemDraft[]): boolean => items.length === 1 && Object.entries(emptyItem).every(([name, value]) => name === 'packageType' || items[0]?.[name as keyof ItemDraft] === value);

/** What of an address is the consignment; what is as in an empty form is left out. */
export function searchOf(draft: Consignment): Pick<SimulatorSearch, 'from' | 'to' | 'items' | 'options' | 'dg' | 'ready' | 'km' | 'minutes' | 'wait'> {
  const chosen = options.filter(({ key }) => draft.options[key]).map(({ key }) => key);
  const kept = {
    from: placeText(draft.from),
    to: placeText(draft.to),
    items: isUntouched(draft.items) ? undefined : draft.items.slice(0, MAX_LINES).map(itemText).join(';'),
    options: chosen.join(',') || undefined,
    dg: draft.isDangerousGood ? 1 : undefined,
    ready: draft.readyTime || undefined,
    km: draft.distanceKm.trim() || undefined,
    minutes: draft.durationMinutes.trim() || undefined,
    wait: draft.waitingMinutes.trim() || undefined,
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

export function consignmentOf(search: SimulatorSearch): Consignment {
  const chosen = new Set((search.options ?? '').split(','));
  return {
    from: placeIn(search.from),
    to: placeIn(search.to),
    items: search.items ? search.items.split(';').slice(0, MAX_LINES).map(itemIn) : [{ ...emptyItem }],
    options: Object.fromEntries(options.filter(({ key }) => chosen.has(key)).map(({ key }) => [key, true])),
    isDangerousGood: search.dg === 1,
    readyTime: search.ready && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(search.ready) ? search.ready : '',
    distanceKm: search.km ?? '',
    durationMinutes: search.minutes ?? '',
    waitingMinutes: search.wait ?? '',
  };
}
