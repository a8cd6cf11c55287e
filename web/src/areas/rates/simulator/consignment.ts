// The simulator's consignment, in form and URL.
import { fromPlain, latinDigits, toPlain } from '@waybill/plugin';
import { emptyItem, type ItemDraft } from '../../../kit/goods/items.ts';
import { options } from '../../../lib/bookings/options.ts';
import type { Place } from '../../../lib/places.ts';
import type { SimulatorSearch } from './search.ts';

export interface Consignment {
  from: Place | null;
  to: Place | null;
  items: ItemDraft[];
  options: Record<string, boolean>;
  isDangerousGood: boolean;
  /** Local time in the tenant's zone; empty: now. */
  readyTime: string;
  distanceKm: string;
  durationMinutes: string;
  waitingMinutes: string;
}

/** Lines in a URL; the server takes more. */
const MAX_LINES = 50;

export const emptyConsignment = (): Consignment => ({
  from: null,
  to: null,
  items: [{ ...emptyItem }],
  options: {},
  isDangerousGood: false,
  readyTime: '',
  distanceKm: '',
  durationMinutes: '',
  waitingMinutes: '',
});

const placeText = (place: Place | null): string | undefined =>
  place
    ? [place.suburb, place.state, place.postCode, place.countryCode]
        .map((part) => part.replaceAll('|', ' '))
        .join('|')
    : undefined;

function placeIn(text: string | undefined): Place | null {
  const [suburb = '', state = '', postCode = '', countryCode = ''] = (text ?? '').split('|');
  return (suburb || postCode) && /^[A-Z]{2}$/.test(countryCode)
    ? { suburb, state, postCode, countryCode }
    : null;
}

/** Separators removed for the URL. */
const typed = (value: string): string => latinDigits(value).replaceAll(/[^\d.,-]/g, '');
const toUrl = (text: string): string => typed(toPlain(text));
const fromUrl = (text: string): string => typed(fromPlain(text));

const itemText = ({ quantity, length, width, height, weight, packageType }: ItemDraft): string =>
  [...[quantity, length, width, height, weight].map(toUrl), packageType.replaceAll(';', ' ')].join(
    'x',
  );

function itemIn(encoded: string): ItemDraft {
  const [quantity = '', length = '', width = '', height = '', weight = '', ...name] =
    encoded.split('x');
  return {
    ...emptyItem,
    quantity: fromUrl(quantity),
    length: fromUrl(length),
    width: fromUrl(width),
    height: fromUrl(height),
    weight: fromUrl(weight),
    packageType: name.join('x'),
  };
}

const isUntouched = (items: readonly ItemDraft[]): boolean =>
  items.length === 1 &&
  Object.entries(emptyItem).every(
    ([name, value]) => name === 'packageType' || items[0]?.[name as keyof ItemDraft] === value,
  );

/** Defaults are left out. */
export function searchOf(
  draft: Consignment,
): Pick<
  SimulatorSearch,
  'from' | 'to' | 'items' | 'options' | 'dg' | 'ready' | 'km' | 'minutes' | 'wait'
> {
  const chosen = options.filter(({ key }) => draft.options[key]).map(({ key }) => key);
  const params = {
    from: placeText(draft.from),
    to: placeText(draft.to),
    items: isUntouched(draft.items)
      ? undefined
      : draft.items.slice(0, MAX_LINES).map(itemText).join(';'),
    options: chosen.join(',') || undefined,
    dg: draft.isDangerousGood ? 1 : undefined,
    ready: draft.readyTime || undefined,
    km: toUrl(draft.distanceKm) || undefined,
    minutes: toUrl(draft.durationMinutes) || undefined,
    wait: toUrl(draft.waitingMinutes) || undefined,
  };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

export function consignmentOf(search: SimulatorSearch): Consignment {
  const chosen = new Set((search.options ?? '').split(','));
  return {
    from: placeIn(search.from),
    to: placeIn(search.to),
    items: search.items
      ? search.items.split(';').slice(0, MAX_LINES).map(itemIn)
      : [{ ...emptyItem }],
    options: Object.fromEntries(
      options.filter(({ key }) => chosen.has(key)).map(({ key }) => [key, true]),
    ),
    isDangerousGood: search.dg === 1,
    readyTime:
      search.ready && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(search.ready) ? search.ready : '',
    distanceKm: fromUrl(search.km ?? ''),
    durationMinutes: fromUrl(search.minutes ?? ''),
    waitingMinutes: fromUrl(search.wait ?? ''),
  };
}
