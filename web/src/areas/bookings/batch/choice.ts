// Price choice of a row.
import { t } from '../../../lib/i18n.ts';
import type { Schema } from '../../../api/types.ts';
import { cell, type Row } from './rows.ts';

export type Quote = Schema<'Quote'>;
export type Quotes = Schema<'Quotes'>;

export type Choice =
  | { kind: 'cheapest' }
  | { kind: 'given' }
  | { kind: 'fixed'; accountId: number; service: string };

/** "Own fleet · Line haul · Express" */
export const offerText = ({ carrier, service }: Pick<Quote, 'carrier' | 'service'>): string =>
  [
    ...new Set(
      [
        carrier.description || carrier.code,
        carrier.accountName,
        service.description || service.code,
      ].filter(Boolean),
    ),
  ].join(' · ');

const total = (quote: Quote): number => quote.customerCost.totalIncludingGst;
export const cheapest = (quotes: readonly Quote[]): Quote | undefined =>
  quotes.reduce<Quote | undefined>(
    (best, one) => (best && total(best) <= total(one) ? best : one),
    undefined,
  );

const same = (typed: string, names: readonly (string | null | undefined)[]): boolean =>
  typed === '' || names.some((name) => name?.trim().toLowerCase() === typed.toLowerCase());

function fits(quote: Quote, row: Row): boolean {
  const { carrier, service } = quote;
  return (
    same(cell(row, 'carrier'), [
      carrier.code,
      carrier.description,
      carrier.accountCode,
      carrier.accountName,
    ]) && same(cell(row, 'service'), [service.code, service.description])
  );
}

/** The price, or an error with its column. */
export function chosen(
  { quotes, failures }: Quotes,
  choice: Choice,
  row: Row,
): { quote: Quote } | { problem: string; column: string | null } {
  const why = (failure: Schema<'QuoteFailure'> | undefined): string => failure?.message ?? '';
  if (quotes.length === 0)
    return {
      problem: why(failures[0]) || t('No carrier has a price for this consignment'),
      column: null,
    };
  if (choice.kind === 'cheapest') {
    const best = cheapest(quotes);
    if (best) return { quote: best };
  }
  if (choice.kind === 'fixed') {
    const found = quotes.find(
      (quote) =>
        quote.carrierAccountId === choice.accountId && quote.service.code === choice.service,
    );
    return found
      ? { quote: found }
      : { problem: t('The chosen service has no price for this consignment'), column: null };
  }
  const found = cheapest(quotes.filter((quote) => fits(quote, row)));
  if (found) return { quote: found };
  const names = quotes.slice(0, 6).map(offerText).join(', ');
  return {
    problem: t('No price of this carrier and service. There are {names}.', { names }),
    column: cell(row, 'carrier') === '' ? 'service' : 'carrier',
  };
}
