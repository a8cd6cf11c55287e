// Tests of the price table.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import { inForce, withVersionBefore } from './cards.ts';
import { differenceTo, marginOver, tableOf, type SimulatedCard } from './results.ts';
import type { RateCardLine } from '../model.ts';

const card = (
  id: number,
  prices: Record<string, number>,
  beside: Partial<Pick<SimulatedCard, 'kind' | 'currency'>> & {
    refused?: [string | null, string][];
  } = {},
): SimulatedCard =>
  some<SimulatedCard>({
    rateCardId: id,
    kind: beside.kind ?? 'Sale',
    currency: beside.currency ?? 'AUD',
    quotes: Object.entries(prices).map(([serviceCode, total]) => ({
      serviceCode,
      serviceName: `${serviceCode} service`,
      cost: { total },
    })),
    refused: (beside.refused ?? []).map(([serviceCode, reason]) => ({ serviceCode, reason })),
  });

const priced = (cards: SimulatedCard[], code: string) =>
  tableOf(cards)
    .find((row) => row.code === code)
    ?.cells.map((cell) =>
      cell.quote
        ? { difference: cell.difference, isCheapest: cell.isCheapest, margin: cell.margin }
        : cell.reason,
    );

test('each price is compared with that of the first card, and the cheapest is marked', () => {
  const cards = [card(1, { ROAD: 35 }), card(2, { ROAD: 50 }), card(3, { road: 30.1 })];
  expect(tableOf(cards).map(({ code, name }) => [code, name])).toEqual([['ROAD', 'ROAD service']]);
  expect(priced(cards, 'ROAD')).toEqual([
    { difference: null, isCheapest: false, margin: null },
    { difference: { amount: 15, share: 15 / 35 }, isCheapest: false, margin: null },
    { difference: { amount: -4.9, share: (30.1 - 35) / 35 }, isCheapest: true, margin: null },
  ]);
});

test('where all cost the same, or one alone has a price, none is the cheapest', () => {
  expect(priced([card(1, { ROAD: 35 }), card(2, { ROAD: 35 })], 'ROAD')).toMatchObject([
    { isCheapest: false },
    { isCheapest: false, difference: { amount: 0, share: 0 } },
  ]);
  expect(priced([card(1, { ROAD: 35 }), card(2, {})], 'ROAD')).toMatchObject([
    { isCheapest: false },
    null,
  ]);
});

test('a sale price shows its margin over the cheapest cost, and costs are compared among themselves', () => {
  const cards = [
    card(1, { ROAD: 40 }),
    card(2, { ROAD: 30 }, { kind: 'Cost' }),
    card(3, { ROAD: 28 }, { kind: 'Cost' }),
  ];
  expect(priced(cards, 'ROAD')).toEqual([
    { difference: null, isCheapest: false, margin: { amount: 12, share: 0.3 } },
    { difference: null, isCheapest: false, margin: null },
    { difference: { amount: -2, share: -2 / 30 }, isCheapest: true, margin: null },
  ]);
});

test('prices in another currency are not compared', () => {
  const cards = [
    card(1, { ROAD: 40 }),
    card(2, { ROAD: 30 }, { currency: 'NZD' }),
    card(3, { ROAD: 20 }, { kind: 'Cost', currency: 'NZD' }),
  ];
  expect(priced(cards, 'ROAD')).toMatchObject([
    { isCheapest: false, margin: null },
    { difference: null, isCheapest: false, margin: { amount: 10 } },
    { isCheapest: false },
  ]);
});

test('what has no price says why: of the service, else of the whole card', () => {
  const cards = [
    card(1, { ROAD: 40 }, { refused: [['EXPRESS', 'no rate']] }),
    card(2, {}, { refused: [[null, 'in no zone']] }),
    card(3, { ROAD: 1 }),
  ];
  expect(priced(cards, 'ROAD')?.[1]).toBe('in no zone');
  expect(priced(cards, 'EXPRESS')).toEqual(['no rate', 'in no zone', null]);
  expect(tableOf(cards).map(({ code }) => code)).toEqual(['ROAD', 'EXPRESS']);
});

test('where no card knows a service by name, one row says why', () => {
  expect(tableOf([card(1, {}, { refused: [[null, 'in no zone']] })])).toEqual([
    { code: '', name: '', cells: [{ quote: null, reason: 'in no zone' }] },
  ]);
  expect(tableOf([card(1, {})])).toEqual([]);
});

test('shares of nothing are none, and binary tails are cut off', () => {
  expect(differenceTo(0.3, 0.1)).toEqual({ amount: 0.2, share: expect.closeTo(2, 9) });
  expect(differenceTo(5, 0)).toEqual({ amount: 5, share: null });
  expect(marginOver(0, 5)).toEqual({ amount: -5, share: null });
});

const line = (id: number, code: string, version: number, beside: Partial<RateCardLine> = {}) =>
  some<RateCardLine>({
    id,
    code,
    version,
    isActive: true,
    effectiveDate: null,
    expireDate: null,
    ...beside,
  });

test('of each card the newest version in force is meant', () => {
  const lines = [
    line(1, 'A', 1),
    line(2, 'A', 2),
    line(3, 'A', 3, { effectiveDate: '2099-01-01' }),
    line(4, 'B', 1, { isActive: false }),
    line(5, 'C', 1, { expireDate: '2026-01-01' }),
    line(6, 'D', 1),
  ];
  expect(inForce(lines, '2026-11-23').map(({ id }) => id)).toEqual([2, 6]);
});

test('a card is compared with the version before it', () => {
  const lines = [line(1, 'A', 1), line(2, 'A', 2), line(3, 'A', 3)];
  expect(withVersionBefore(lines, 3).map(({ id }) => id)).toEqual([2, 3]);
  expect(withVersionBefore(lines, 1).map(({ id }) => id)).toEqual([1]);
  expect(withVersionBefore(lines, 9)).toEqual([]);
});
