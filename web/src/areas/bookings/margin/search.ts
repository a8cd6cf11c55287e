// Margin report search parameters.
import { strictly } from '../../../lib/search.ts';

export const WAYS = ['Customer', 'Carrier', 'Lane', 'Month'] as const;

export type MarginBy = (typeof WAYS)[number];

export interface MarginSearch {
  by?: MarginBy;
  since?: string;
  until?: string;
  customer?: number;
  carrier?: string;
}

const id = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const day = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

export const parseMargin = strictly<MarginSearch>(
  ['by', 'since', 'until', 'customer', 'carrier'],
  (raw) => {
    const params: Record<string, unknown> = {
      by: WAYS.find((way) => way === raw['by']) ?? null,
      since: day(raw['since']),
      until: day(raw['until']),
      customer: id(raw['customer']),
      carrier:
        typeof raw['carrier'] === 'string' && raw['carrier'] !== '' && raw['carrier'].length <= 64
          ? raw['carrier']
          : null,
    };
    return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  },
);
