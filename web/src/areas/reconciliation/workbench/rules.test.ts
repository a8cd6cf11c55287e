// Tests of line actions.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import { nextRow, placeOf } from '../../../kit/list/work.ts';
import {
  decidedCount,
  difference,
  type Line,
  type LineStatus,
  type Reconciliation,
  type ServiceLine,
  type Sums,
} from '../model.ts';
import { countReasons } from '../queries.ts';
import {
  ACTIONS,
  needsInput,
  invoicedServices,
  overtaken,
  requotedDifference,
  waits,
  type ActionId,
} from './rules.ts';

const PAYABLE: Line['allowedOperations'] = [
  'Approve',
  'Absorb',
  'Recharge',
  'Reject',
  'ExternallyInvoiced',
];
/** As the server allows them. */
const ALLOWED: Partial<Record<LineStatus, Line['allowedOperations']>> = {
  Overcharged: [...PAYABLE, 'Hold', 'PreAuthorise'],
  Held: [...PAYABLE, 'Release', 'Close'],
  Unmatched: ['Reject', 'ExternallyInvoiced', 'Close'],
  PreAuthorised: [...PAYABLE, 'Hold', 'Release'],
  Rejected: ['Close'],
};
const line = (status: LineStatus, more: Partial<Line> = {}): Line =>
  some<Line>({
    id: 1,
    status,
    allowedOperations: ALLOWED[status] ?? [],
    customerId: 4,
    bookingId: null,
    chargedWeight: null,
    chargedVolume: null,
    holds: [],
    decidedUserName: null,
    bookingReconciliationServices: [],
    ...more,
  });
const action = (id: ActionId) => ACTIONS.find((one) => one.id === id)!;
const possible = (one: Line) => ACTIONS.filter(({ able }) => able(one)).map(({ id }) => id);

test('a line has the actions of its status', () => {
  expect(possible(line('Overcharged'))).toEqual([
    'approve',
    'override',
    'absorb',
    'recharge',
    'part',
    'dispute',
    'hold',
    'match',
    'preAuthorise',
    'external',
  ]);
  expect(possible(line('Held'))).toEqual([
    'approve',
    'override',
    'absorb',
    'recharge',
    'part',
    'dispute',
    'release',
    'match',
    'external',
    'close',
  ]);
  expect(possible(line('Unmatched', { customerId: null }))).toEqual([
    'dispute',
    'match',
    'external',
    'close',
  ]);
  expect(possible(line('PreAuthorised'))).toContain('release');
  expect(possible(line('Approved'))).toEqual([]);
  expect(possible(line('Rejected'))).toEqual(['close']);
  expect(possible(line('Overcharged', { customerId: null }))).not.toContain('recharge');
});

test('what was measured can be quoted anew', () => {
  expect(possible(line('Overcharged', { bookingId: 4, chargedWeight: 12 }))).toContain('requote');
  expect(
    possible(line('Overcharged', { bookingId: 4, chargedWeight: null, chargedVolume: null })),
  ).not.toContain('requote');
  expect(possible(line('Approved', { bookingId: 4, chargedWeight: 12 }))).not.toContain('requote');
  const service = (customerQuotedAmount: number, customerRequotedAmount: number | null) =>
    some<ServiceLine>({ customerQuotedAmount, customerRequotedAmount });
  expect(
    requotedDifference(
      line('Overcharged', { bookingReconciliationServices: [service(20, null), service(2, null)] }),
    ),
  ).toBeNull();
  expect(
    requotedDifference(
      line('Overcharged', { bookingReconciliationServices: [service(20, 30.1), service(2, 3.05)] }),
    ),
  ).toBe(11.15);
});

test('each key stands for one action', () => {
  const keys = ACTIONS.flatMap(({ key }) => key ?? []);
  expect(keys).toEqual(['a', 'o', 'b', 'c', 'C', 'd', 'h', 'r', 'm', 'q']);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a note is asked for where the server needs one', () => {
  // A decision cannot be taken back, so it is confirmed; a hold can.
  expect(needsInput(action('approve'), [line('Overcharged')])).toBe(true);
  expect(needsInput(action('release'), [line('Held')])).toBe(false);
  expect(needsInput(action('approve'), [line('Overcharged'), line('Held')])).toBe(true);
  expect(needsInput(action('dispute'), [line('Overcharged')])).toBe(true);
  expect(needsInput(action('part'), [line('Overcharged')])).toBe(true);
  expect(needsInput(action('hold'), [line('Overcharged')])).toBe(false);
  expect(needsInput(action('match'), [line('Unmatched')])).toBe(true);
});

test('the cursor goes to the next line that waits, and round to the first', () => {
  const lines = [
    line('Held', { id: 1 }),
    line('Approved', { id: 2 }),
    line('Matched', { id: 3 }),
    line('Closed', { id: 4 }),
  ];
  expect(nextRow(lines, 0, waits)?.id).toBe(3);
  expect(nextRow(lines, 2, waits)?.id).toBe(1);
  expect(nextRow([line('Closed')], 0, waits)).toBeNull();
  expect(placeOf(lines, 3, ({ id }) => id)).toBe(2);
  expect(placeOf(lines, 9, ({ id }) => id)).toBe(-1);
  expect(placeOf(lines, null, ({ id }) => id)).toBe(-1);
});

test('somebody else who was first is told', () => {
  const original = line('Overcharged');
  expect(
    overtaken(action('absorb'), original, line('Absorbed', { decidedUserName: 'Kim' }), 'Robin'),
  ).toEqual({ who: 'Kim' });
  expect(
    overtaken(action('absorb'), original, line('Absorbed', { decidedUserName: 'Robin' }), 'Robin'),
  ).toBeNull();
  expect(overtaken(action('hold'), original, line('Held'), 'Robin')).toBeNull();
});

test('only what was invoiced can be paid otherwise', () => {
  const service = (id: number, fileLine: number | null, carrierInvoicedAmount: number) =>
    some<ServiceLine>({ id, fileLine, carrierInvoicedAmount });
  const two = line('Overcharged', {
    bookingReconciliationServices: [service(1, 3, 20), service(2, null, 0), service(3, 4, 0)],
  });
  expect(invoicedServices(two).map(({ id }) => id)).toEqual([1, 3]);
});

test('sums are told without rounding errors', () => {
  expect(difference(some<Sums>({ carrierInvoicedAmount: 151.3, carrierQuotedAmount: 151.1 }))).toBe(
    0.2,
  );
  const statuses = [
    { status: 'Held', count: 4 },
    { status: 'Approved', count: 2 },
    { status: 'Rejected', count: 1 },
  ];
  expect(decidedCount(some<Reconciliation>({ statuses: statuses as never }))).toBe(3);
  expect([
    ...countReasons([
      line('Held', { holds: ['ZeroCost', 'ByHand'] }),
      line('Held', { holds: ['ByHand'] }),
    ]),
  ]).toEqual([
    ['ZeroCost', 1],
    ['ByHand', 2],
  ]);
});
