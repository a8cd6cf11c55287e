// The order of the prices, and which of them stands out.
import { words } from '@waybill/plugin';
import { t } from '../../../lib/i18n.ts';
import type { Quote, QuoteCarrier, QuoteFailure } from '../model.ts';

/** Days, when the transit time is a plain number or begins with one; null when it is not known. */
export function transitDays(transitTime: string | number | null | undefined): number | null {
  if (typeof transitTime === 'number') return transitTime;
  const days = /^\s*(\d+)/.exec(transitTime ?? '')?.[1];
  return days === undefined ? null : Number(days);
}

export function transitText(transitTime: string | number | null | undefined): string {
  if (typeof transitTime === 'string' && !/^\s*\d+\s*$/.test(transitTime)) return transitTime.trim();
  const days = transitDays(transitTime);
  if (days === null) return '';
  return days === 0 ? t('Same day') : t('{count} days', { count: days }, '{count} day');
}

/** Cheapest first; at the same price the faster one, then by name so that nothing jumps about. */
export function byPrice(quotes: readonly Quote[]): Quote[] {
  return quotes.toSorted(
    (a, b) =>
      a.customerCost.totalIncludingGst - b.customerCost.totalIncludingGst ||
      (transitDays(a.service.transitTime) ?? 999) - (transitDays(b.service.transitTime) ?? 999) ||
      carrierName(a.carrier).localeCompare(carrierName(b.carrier)) ||
      String(a.id).localeCompare(String(b.id)),
  );
}

/** The ids of the cheapest and of the fastest price; one that is both, or the only one, needs no second mark. */
export function marks(quotes: readonly Quote[]): { cheapest: Quote['id'] | null; fastest: Quote['id'] | null } {
  if (quotes.length < 2) return { cheapest: null, fastest: null };
  const sorted = byPrice(quotes);
  const timed = sorted.filter((quote) => transitDays(quote.service.transitTime) !== null);
  const fastest = timed.reduce<Quote | null>(
    (best, quote) => (best === null || (transitDays(quote.service.transitTime) ?? 0) < (transitDays(best.service.transitTime) ?? 0) ? quote : best),
    null,
  );
  return { cheapest: sorted[0]?.id ?? null, fastest: fastest?.id ?? null };
}

export const carrierName = (carrier: QuoteCarrier): string => carrier.description || words(carrier.code);

/** The sentence for people before the bare word of the reason. */
export const failureText = (failure: QuoteFailure): string => failure.message || (failure.reason ? t(words(failure.reason)) : t('No reason was given.'));
