// Prices as lines with pickup and arrival.
import { useMemo } from 'react';
import { useTenant } from '../../../api/tenant.tsx';
import type { Quote, ServiceChoice } from '../model.ts';
import { usePickups, type PickupDay, type WantedPickup } from '../pickup.ts';
import { pick, priceLine, type PriceLine } from '../prices/rank.ts';
import type { Prices } from '../use-prices.ts';

export interface Lines {
  lines: readonly PriceLine[];
  pickups: ReadonlyMap<number, PickupDay>;
  /** The price to be booked. */
  chosenOf: (prices: Prices) => PriceLine | null;
}

/** `preferences` precede remembered services. */
export function useLines(
  { shown }: Prices,
  pickup: WantedPickup,
  preferences: readonly (ServiceChoice | null)[],
): Lines {
  const quotes = shown?.answer.quotes;
  const accounts = useMemo(
    () =>
      [...new Set((quotes ?? []).map((quote) => Number(quote.carrierAccountId)))].toSorted(
        (a, b) => a - b,
      ),
    [quotes],
  );
  const pickups = usePickups(accounts, pickup);
  const { holidays } = useTenant();
  const lineOf = (quote: Quote) =>
    priceLine(quote, pickups.get(Number(quote.carrierAccountId))?.day ?? null, holidays);
  const linesOf = (prices: Prices) => (prices.shown?.answer.quotes ?? []).map(lineOf);
  return {
    lines: (quotes ?? []).map(lineOf),
    pickups,
    chosenOf: (prices) => pick(linesOf(prices), preferences),
  };
}
