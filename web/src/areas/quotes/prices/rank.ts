// Sorting, margins and highlights of prices.
import { words } from '@waybill/plugin';
import { t } from '../../../lib/i18n.ts';
import { withLabels } from '../errors.ts';
import type { Quote, QuoteCarrier, QuoteFailure, ServiceChoice } from '../model.ts';

/** Days; null if unknown. */
export function transitDays(transitTime: string | number | null | undefined): number | null {
  if (typeof transitTime === 'number') return transitTime;
  const days = /^\s*(\d+)/.exec(transitTime ?? '')?.[1];
  return days === undefined ? null : Number(days);
}

export function transitText(transitTime: string | number | null | undefined): string {
  if (typeof transitTime === 'string' && !/^\s*\d+\s*$/.test(transitTime))
    return transitTime.trim();
  const days = transitDays(transitTime);
  if (days === null) return '';
  return days === 0 ? t('Same day') : t('{count} days', { count: days }, '{count} day');
}

const isWorkingDay = (day: Date, holidays: readonly string[]): boolean =>
  day.getUTCDay() % 6 !== 0 && !holidays.includes(day.toISOString().slice(0, 10));

/** This day or later. */
export const workingDay = (from: string, holidays: readonly string[]): string =>
  isWorkingDay(new Date(`${from}T00:00:00Z`), holidays) ? from : arrivalDay(from, 1, holidays);

/** Skips weekends and the tenant's holidays. */
export function arrivalDay(pickupDay: string, days: number, holidays: readonly string[]): string {
  const day = new Date(`${pickupDay}T00:00:00Z`);
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

/** A price as a line of the table. */
export interface PriceLine {
  quote: Quote;
  name: string;
  service: string;
  account: string;
  /** Null if pickup or transit time is unknown. */
  arrives: string | null;
  days: number | null;
  /** Before tax and insurance; null without permission. */
  cost: number | null;
  sell: number;
  total: number;
  margin: number | null;
  /** Share of the sell price. */
  share: number | null;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

export function priceLine(
  quote: Quote,
  pickupDay: string | null,
  holidays: readonly string[],
): PriceLine {
  const { customerCost, carrierCost, carrier, service } = quote;
  const days = transitDays(service.transitTime);
  const sell = customerCost.totalExcludingGst;
  // Insurance is passed on at cost; margin counts freight only.
  const freight = sell - customerCost.insuranceExcludingGst;
  const margin = carrierCost ? cents(freight - carrierCost.totalExcludingGst) : null;
  return {
    quote,
    name: carrierName(carrier),
    service: service.description || service.code,
    account: carrier.accountName || carrier.accountCode,
    arrives: pickupDay !== null && days !== null ? arrivalDay(pickupDay, days, holidays) : null,
    days,
    cost: carrierCost?.totalExcludingGst ?? null,
    sell,
    total: customerCost.totalIncludingGst,
    margin,
    share: margin === null || freight === 0 ? null : margin / freight,
  };
}

export type Column =
  | 'carrier'
  | 'service'
  | 'account'
  | 'arrives'
  | 'cost'
  | 'sell'
  | 'total'
  | 'margin';

/** Unknown days come last. */
const swiftness = (line: PriceLine): string =>
  `${line.arrives ?? '9'}|${String(line.days ?? 999).padStart(4, '0')}`;

/** Cheapest first; then faster, then by name, for a stable order. */
const byPrice = (a: PriceLine, b: PriceLine): number =>
  a.total - b.total ||
  swiftness(a).localeCompare(swiftness(b)) ||
  a.name.localeCompare(b.name) ||
  a.service.localeCompare(b.service) ||
  a.account.localeCompare(b.account) ||
  Number(a.quote.id) - Number(b.quote.id);

const order: Record<Column, (a: PriceLine, b: PriceLine) => number> = {
  carrier: (a, b) => a.name.localeCompare(b.name),
  service: (a, b) => a.service.localeCompare(b.service),
  account: (a, b) => a.account.localeCompare(b.account),
  arrives: (a, b) => swiftness(a).localeCompare(swiftness(b)),
  cost: (a, b) => (a.cost ?? 0) - (b.cost ?? 0),
  sell: (a, b) => a.sell - b.sell,
  total: (a, b) => a.total - b.total,
  margin: (a, b) => (a.share ?? 0) - (b.share ?? 0),
};

export const sorted = (
  lines: readonly PriceLine[],
  by: Column,
  isDescending: boolean,
): PriceLine[] =>
  lines.toSorted((a, b) => order[by](a, b) * (isDescending ? -1 : 1) || byPrice(a, b));

export interface Marks {
  cheapest: Quote['id'] | null;
  fastest: Quote['id'] | null;
  bestMargin: Quote['id'] | null;
}

/** None for a single price. */
export function marks(lines: readonly PriceLine[]): Marks {
  if (lines.length < 2) return { cheapest: null, fastest: null, bestMargin: null };
  const cheap = lines.toSorted(byPrice);
  const fastest = sorted(
    lines.filter(({ days }) => days !== null),
    'arrives',
    false,
  )[0];
  const best = sorted(
    lines.filter(({ share }) => share !== null && share > 0),
    'margin',
    true,
  )[0];
  return {
    cheapest: cheap[0]?.quote.id ?? null,
    fastest: fastest?.quote.id ?? null,
    bestMargin: best?.quote.id ?? null,
  };
}

/** The same service and price on an earlier account, by price id. */
export function twins(lines: readonly PriceLine[]): ReadonlyMap<Quote['id'], string> {
  const first = new Map<string, PriceLine>();
  const found = new Map<Quote['id'], string>();
  for (const line of lines) {
    const key = `${line.quote.carrier.code}|${line.quote.service.code}|${line.total}`;
    const earlier = first.get(key);
    if (earlier) found.set(line.quote.id, earlier.account);
    else first.set(key, line);
  }
  return found;
}

/** One line for each service and price: guests do not choose between accounts. */
export function withoutTwins(lines: readonly PriceLine[]): PriceLine[] {
  const same = twins(lines);
  return lines.filter(({ quote }) => !same.has(quote.id));
}

export const choiceOf = (quote: Quote): ServiceChoice => ({
  accountId: Number(quote.carrierAccountId),
  serviceCode: quote.service.code,
});

/** The chosen service, else the first preferred, else the cheapest. */
export function pick(
  lines: readonly PriceLine[],
  preferences: readonly (ServiceChoice | null)[],
): PriceLine | null {
  for (const choice of preferences) {
    const found =
      choice &&
      lines.find(
        ({ quote }) =>
          Number(quote.carrierAccountId) === choice.accountId &&
          quote.service.code === choice.serviceCode,
      );
    if (found) return found;
  }
  return lines.toSorted(byPrice)[0] ?? null;
}

export const carrierName = (carrier: QuoteCarrier): string =>
  carrier.description || words(carrier.code);

/** The message, else the reason's words. */
export const failureText = (failure: QuoteFailure): string =>
  withLabels(failure.message ?? '') ||
  (failure.reason ? t(words(failure.reason)) : t('No reason was given.'));
