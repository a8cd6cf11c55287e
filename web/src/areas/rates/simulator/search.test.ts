// Tests of simulator search parameters.
import { expect, test } from 'vitest';
import { inLanguage } from '../../../../test/reader.ts';
import { emptyItem } from '../../../kit/goods/items.ts';
import { consignmentOf, emptyConsignment, searchOf, type Consignment } from './consignment.ts';
import { cardsIn, parseSimulator } from './search.ts';

const WINE: Consignment = {
  from: { suburb: 'Melbourne', state: 'VIC', postCode: '3000', countryCode: 'AU' },
  to: { suburb: 'Sydney', state: '', postCode: '2000', countryCode: 'AU' },
  items: [
    {
      ...emptyItem,
      quantity: '4',
      length: '40',
      width: '30',
      height: '10.5',
      weight: '1200',
      packageType: 'Box x2',
    },
    {
      ...emptyItem,
      quantity: '',
      length: '12',
      width: '',
      height: '',
      weight: '',
      packageType: '',
    },
  ],
  options: { 'pickup:tail-lift': true, 'delivery:residential': true },
  isDangerousGood: true,
  readyTime: '2026-11-23T09:30',
  distanceKm: '75.5',
  durationMinutes: '60',
  waitingMinutes: '15',
};

test('a consignment comes back from its address as it was', () => {
  const search = searchOf(WINE);
  expect(search.items).toBe('4x40x30x10.5x1200xBox x2;x12xxxx');
  expect(consignmentOf(parseSimulator({ ...search }))).toEqual(WINE);
  // The router parses numbers.
  expect(consignmentOf(parseSimulator({ ...search, km: 75.5, minutes: 60, wait: 15 }))).toEqual(
    WINE,
  );
});

test('an address has the same numbers for readers of all languages', () => {
  const items = [{ ...emptyItem, quantity: '1.000', height: '10,5', weight: '1,234' }];
  const german = { ...emptyConsignment(), items, distanceKm: '75,5' };
  const search = inLanguage('de', () => searchOf(german));
  expect(search).toEqual({ items: '1000xxx10.5x1.234x', km: '75.5' });
  expect(consignmentOf(search)).toMatchObject({
    items: [{ quantity: '1000', height: '10.5', weight: '1.234' }],
    distanceKm: '75.5',
  });
  expect(inLanguage('de', () => searchOf(consignmentOf(search)))).toEqual(search);
  // A text that is no number stays as it was typed.
  const wrong = searchOf({ ...emptyConsignment(), distanceKm: '12,50' });
  expect(consignmentOf(wrong).distanceKm).toBe('12,50');
});

test('an empty form leaves the address empty, and its package type alone is no consignment', () => {
  expect(searchOf(emptyConsignment())).toEqual({});
  expect(
    searchOf({ ...emptyConsignment(), items: [{ ...emptyItem, packageType: 'Carton' }] }),
  ).toEqual({});
  expect(searchOf({ ...emptyConsignment(), items: [{ ...emptyItem, quantity: '2' }] })).toEqual({
    items: '2xxxxx',
  });
});

test('what an address cannot mean is gone', () => {
  const parsed = parseSimulator({
    tab: 'x',
    card: -1,
    cards: 'abc',
    priced: '7',
    since: '2026-1-1',
    until: '2026-01-31',
    from: 'Melbourne',
    ready: 'soon',
    dg: 2,
    items: 'x'.repeat(5000),
  });
  expect(
    Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined)),
  ).toEqual({ priced: 7, until: '2026-01-31', from: 'Melbourne', ready: 'soon' });
  expect(consignmentOf(parsed)).toEqual(emptyConsignment());
});

test('cards are named once each, and no more than can be compared', () => {
  expect(cardsIn('3-17-3-x--9')).toEqual([3, 17, 9]);
  expect(cardsIn(Array.from({ length: 30 }, (_, at) => at + 1).join('-'))).toHaveLength(20);
  expect(cardsIn(undefined)).toEqual([]);
  expect(parseSimulator({ cards: 3 }).cards).toBe('3');
});
