// Tests of grouping invoice lines.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import { groupLines, type Line } from './lines.ts';

const line = (
  id: number,
  bookingId: number | null,
  taxExclusiveAmount: number,
  description = 'Richmond – Parramatta',
) =>
  some<Line>({
    id,
    bookingId,
    referenceNo: bookingId === null ? null : `CON${bookingId}`,
    description,
    taxExclusiveAmount,
    tax: taxExclusiveAmount / 10,
    amount: taxExclusiveAmount * 1.1,
  });

test('the lines of a booking stand together in the order of the invoice, with their sums', () => {
  const groups = groupLines([line(1, 7, 0.1), line(2, 9, 5), line(3, 7, 0.2)]);
  expect(groups.map(({ reference, lines }) => [reference, lines.map(({ id }) => id)])).toEqual([
    ['CON7', [1, 3]],
    ['CON9', [2]],
  ]);
  expect([groups[0]?.net, groups[0]?.tax, groups[0]?.total]).toEqual([0.3, 0.03, 0.33]);
});

test('what no booking tells of is one group, and says each description', () => {
  const [group] = groupLines([line(1, null, 10, 'Storage'), line(2, null, 5, 'Duty')]);
  expect([group?.bookingId, group?.reference, group?.description, group?.lines.length]).toEqual([
    null,
    null,
    null,
    2,
  ]);
});

test('a booking whose lines differ says no common description', () => {
  expect(groupLines([line(1, 7, 1, 'A'), line(2, 7, 1, 'B')])[0]?.description).toBeNull();
});

test('the lines of a job without a booking stand together, after those of bookings', () => {
  const ofJob = (id: number, jobId: number) => ({
    ...line(id, null, 4),
    referenceNo: 'J00007',
    jobId,
  });
  const groups = groupLines([line(1, 7, 1), ofJob(2, 12), ofJob(3, 12), line(4, null, 5, 'Duty')]);
  expect(groups.map(({ bookingId, jobId, reference }) => [bookingId, jobId, reference])).toEqual([
    [7, null, 'CON7'],
    [null, 12, 'J00007'],
    [null, null, null],
  ]);
  expect(groups[1]?.net).toBe(8);
});
