// Simulator search parameters; loaded first by the router.
import { strictly } from '../../../lib/search.ts';

export interface SimulatorSearch {
  tab?: 're-price';
  /** Compared with its previous version. */
  card?: number;
  /** Chosen, in order: `3-17-9`. */
  cards?: string;
  /** `suburb|state|post code|country`. */
  from?: string;
  to?: string;
  /** `quantity x length x width x height x weight x package`: `4x40x30x10x5xCarton;…`. */
  items?: string;
  options?: string;
  dg?: 1;
  ready?: string;
  km?: string;
  minutes?: string;
  wait?: string;
  priced?: number;
  since?: string;
  until?: string;
  customer?: number;
  job?: string;
}

/** Cards in one comparison. */
export const MAX_CARDS = 20;
const text = (value: unknown, maxLength: number): string | null => {
  const asText = typeof value === 'number' ? String(value) : value;
  return typeof asText === 'string' && asText !== '' && asText.length <= maxLength ? asText : null;
};

const id = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const day = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

export const parseSimulator = strictly<SimulatorSearch>(
  [
    'tab',
    'card',
    'cards',
    'from',
    'to',
    'items',
    'options',
    'dg',
    'ready',
    'km',
    'minutes',
    'wait',
    'priced',
    'since',
    'until',
    'customer',
    'job',
  ],
  (raw) => {
    const params: Record<string, unknown> = {
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
    return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  },
);

/** Card ids without duplicates. */
export const cardsIn = (cards: string | undefined): number[] =>
  [...new Set((cards ?? '').split('-').flatMap((one) => id(one) ?? []))].slice(0, MAX_CARDS);

export const cardsText = (ids: readonly number[]): string => ids.join('-');
