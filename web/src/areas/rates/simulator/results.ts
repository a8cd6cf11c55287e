// Simulation result as a table.
import type { Schema } from '../../../api/types.ts';

export type SimulatedCard = Schema<'SimulatedCard'>;
export type Quote = Schema<'RateQuote'>;

/** Per cent is null if the base is zero. */
export interface Difference {
  amount: number;
  share: number | null;
}

export type Cell =
  /** `reason` null: the card lacks the service. */
  | { quote: null; reason: string | null }
  | {
      quote: Quote;
      /** Difference from the first card of its kind; null for that one, and across currencies. */
      difference: Difference | null;
      isCheapest: boolean;
      /** Margin over the cheapest cost. */
      margin: Difference | null;
    };

export interface Row {
  /** Empty: no services. */
  code: string;
  name: string;
  /** Cells in the cards' order. */
  cells: Cell[];
}

/** Rounds off binary fractions. */
const tidy = (amount: number): number => Math.round(amount * 1e6) / 1e6;

export const differenceTo = (amount: number, base: number): Difference => ({
  amount: tidy(amount - base),
  share: base === 0 ? null : (amount - base) / base,
});

/** Per cent of the price. */
export const marginOver = (price: number, cost: number): Difference => ({
  amount: tidy(price - cost),
  share: price === 0 ? null : (price - cost) / price,
});

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The cheapest: several rates may price a service. */
const quoteOf = (card: SimulatedCard, code: string): Quote | null =>
  card.quotes
    .filter((quote) => same(quote.serviceCode, code))
    .toSorted((a, b) => a.cost.total - b.cost.total)[0] ?? null;

function reasonOf(card: SimulatedCard, code: string): string | null {
  const own = card.refused.find(
    ({ serviceCode }) => serviceCode !== null && same(serviceCode, code),
  );
  return (own ?? card.refused.find(({ serviceCode }) => serviceCode === null))?.reason ?? null;
}

function services(cards: readonly SimulatedCard[]): { code: string; name: string }[] {
  const found = new Map<string, { code: string; name: string }>();
  // Priced services first, in card order.
  for (const { quotes } of cards)
    for (const { serviceCode, serviceName } of quotes)
      if (!found.has(serviceCode.toLowerCase()))
        found.set(serviceCode.toLowerCase(), { code: serviceCode, name: serviceName });
  for (const { refused } of cards)
    for (const { serviceCode } of refused)
      if (serviceCode !== null && !found.has(serviceCode.toLowerCase()))
        found.set(serviceCode.toLowerCase(), { code: serviceCode, name: '' });
  const all = [...found.values()];
  return all.length > 0 || cards.every(({ refused }) => refused.length === 0)
    ? all
    : [{ code: '', name: '' }];
}

/** Group of comparable prices. */
const groupOf = ({ kind, currency }: SimulatedCard): string => `${kind} ${currency}`;

export function tableOf(cards: readonly SimulatedCard[]): Row[] {
  const firstOfKind = (kind: SimulatedCard['kind']) =>
    cards.findIndex((card) => card.kind === kind);
  return services(cards).map(({ code, name }) => {
    const quotes = cards.map((card) => (code === '' ? null : quoteOf(card, code)));
    const totals = (group: string) =>
      cards.flatMap((card, at) =>
        groupOf(card) === group && quotes[at] ? [quotes[at].cost.total] : [],
      );
    const cells = cards.map((card, at): Cell => {
      const quote = quotes[at];
      if (!quote) return { quote: null, reason: reasonOf(card, code) };
      const { total } = quote.cost;
      const first = firstOfKind(card.kind);
      const base = first === at || cards[first]?.currency !== card.currency ? null : quotes[first];
      const others = totals(groupOf(card));
      const least = Math.min(...others);
      const costs = card.kind === 'Sale' ? totals(groupOf({ ...card, kind: 'Cost' })) : [];
      return {
        quote,
        difference: base ? differenceTo(total, base.cost.total) : null,
        // None if all are equal.
        isCheapest: total === least && others.some((other) => other > least),
        margin: costs.length > 0 ? marginOver(total, Math.min(...costs)) : null,
      };
    });
    return { code, name, cells };
  });
}
