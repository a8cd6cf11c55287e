// Tests of the markup grid.
import { expect, test } from 'vitest';
import { inLanguage } from '../../../test/reader.ts';
import {
  ALL,
  cellKey,
  cellText,
  entriesToSave,
  entryOn,
  pasted,
  plannedDays,
  readCell,
  stored,
  withoutPlan,
} from './markup-grid.ts';
import type { AccountMarkup } from './queries.ts';

const entry = (part: Partial<AccountMarkup>): AccountMarkup => ({
  carrierAccountId: 7,
  carrierCode: 'acme',
  rowVersion: 3,
  effectiveDate: null,
  expireDate: null,
  applyToAll: true,
  rate: null,
  services: [],
  ...part,
});

test.each([
  ['12.5%', { calcMethod: 'Percentage', value: 12.5 }],
  ['12', { calcMethod: 'Percentage', value: 12 }],
  ['+4.2', { calcMethod: 'Fixed', value: 4.2 }],
  ['−1', { calcMethod: 'Fixed', value: -1 }],
  ['-5%', { calcMethod: 'Percentage', value: -5 }],
  ['=15', { calcMethod: 'Override', value: 15 }],
] as const)('%s is read', (text, rate) => {
  expect(readCell(text)).toEqual(rate);
  expect(readCell(cellText(rate))).toEqual(rate);
});

test('a reader with decimal commas types and sees them', () =>
  inLanguage('de', () => {
    const rate = { calcMethod: 'Fixed', value: 4.125 } as const;
    expect(cellText(rate)).toBe('+4,125');
    expect(readCell(cellText(rate))).toEqual(rate);
    expect(readCell('12,5%')).toEqual({ calcMethod: 'Percentage', value: 12.5 });
    expect(readCell('=1.250')).toBe('wrong');
  }));

test.each(['12,5%', 'ten', '=15%', '-101%', '=-1', '%', '=1001%'])('%s is refused', (text) =>
  expect(readCell(text)).toBe('wrong'),
);

test('an empty cell is no markup', () => expect(readCell('  ')).toBeNull());

test('an entry of another day is not shown', () => {
  const entries = [
    entry({ expireDate: '2026-06-30', rate: { calcMethod: 'Percentage', value: 5 } }),
    entry({ effectiveDate: '2026-07-01', rate: { calcMethod: 'Percentage', value: 6 } }),
  ];
  expect(stored(entryOn(entries, 7, '2026-06-30'), ALL)).toBe('5%');
  expect(stored(entryOn(entries, 7, '2026-07-01'), ALL)).toBe('6%');
  expect(stored(entryOn(entries, 8, '2026-07-01'), ALL)).toBe('');
});

test('only accounts that were touched are sent, with their other days as they are', () => {
  const planned = entry({
    effectiveDate: '2027-01-01',
    rate: { calcMethod: 'Percentage', value: 9 },
  });
  const now = entry({
    expireDate: '2026-12-31',
    rate: { calcMethod: 'Percentage', value: 5 },
    services: [
      { serviceId: 1, rate: { calcMethod: 'Fixed', value: 2 } },
      { serviceId: 2, rate: { calcMethod: 'Fixed', value: 3 } },
    ],
  });
  const edits = new Map([
    [cellKey(7, 1), ''],
    [cellKey(7, 4), '=10'],
  ]);
  const sent = entriesToSave([now, planned, entry({ carrierAccountId: 8 })], edits, '2026-06-01');
  expect(sent).toEqual([
    {
      carrierAccountId: 7,
      rowVersion: 3,
      effectiveDate: '2027-01-01',
      expireDate: null,
      applyToAll: true,
      rate: planned.rate,
      services: [],
    },
    {
      carrierAccountId: 7,
      rowVersion: 3,
      effectiveDate: null,
      expireDate: '2026-12-31',
      rate: now.rate,
      services: [
        { serviceId: 2, rate: { calcMethod: 'Fixed', value: 3 } },
        { serviceId: 4, rate: { calcMethod: 'Override', value: 10 } },
      ],
    },
  ]);
});

test('a first entry ends before what is planned begins', () => {
  const planned = entry({
    effectiveDate: '2027-01-01',
    rate: { calcMethod: 'Percentage', value: 9 },
  });
  const [, first] = entriesToSave([planned], new Map([[cellKey(7, ALL), '5%']]), '2026-06-01');
  expect(first).toMatchObject({
    expireDate: '2026-12-31',
    rate: { calcMethod: 'Percentage', value: 5 },
  });
});

test('a change that is planned ends what applies until then and goes on from it', () => {
  const now = entry({
    rate: { calcMethod: 'Percentage', value: 5 },
    services: [{ serviceId: 1, rate: { calcMethod: 'Fixed', value: 2 } }],
  });
  const sent = entriesToSave([now], new Map([[cellKey(7, ALL), '8%']]), '2027-01-01', true);
  expect(sent).toEqual([
    {
      carrierAccountId: 7,
      rowVersion: 3,
      effectiveDate: null,
      expireDate: '2026-12-31',
      applyToAll: true,
      rate: now.rate,
      services: now.services,
    },
    {
      carrierAccountId: 7,
      effectiveDate: '2027-01-01',
      expireDate: null,
      rate: { calcMethod: 'Percentage', value: 8 },
      services: now.services,
    },
  ]);
});

test('a plan is changed in place, and taken back it leaves what applied before', () => {
  const now = entry({ expireDate: '2026-12-31', rate: { calcMethod: 'Percentage', value: 5 } });
  const planned = entry({
    rowVersion: 4,
    effectiveDate: '2027-01-01',
    rate: { calcMethod: 'Percentage', value: 9 },
  });
  expect(plannedDays([planned, now], '2026-06-01')).toEqual(['2027-01-01']);
  const [, changed] = entriesToSave(
    [now, planned],
    new Map([[cellKey(7, ALL), '10%']]),
    '2027-01-01',
    true,
  );
  expect(changed).toMatchObject({
    rowVersion: 4,
    effectiveDate: '2027-01-01',
    rate: { calcMethod: 'Percentage', value: 10 },
  });
  expect(withoutPlan([now, planned], '2027-01-01')).toMatchObject([
    { carrierAccountId: 7, effectiveDate: null, expireDate: null, rate: now.rate },
  ]);
  expect(withoutPlan([planned], '2027-01-01')).toMatchObject([
    { carrierAccountId: 7, effectiveDate: null, expireDate: null, rate: null, services: [] },
  ]);
});

test('a pasted table fills the cells from the chosen one on', () => {
  const cells = pasted(
    '5%\t+1\r\n\t=9\textra\r\n',
    [1, 2],
    [ALL, 10],
    { account: 1, service: ALL },
    (account, service) => !(account === 1 && service === 10),
  );
  expect(cells).toEqual([
    [cellKey(1, ALL), '5%'],
    [cellKey(2, ALL), ''],
    [cellKey(2, 10), '=9'],
  ]);
});
