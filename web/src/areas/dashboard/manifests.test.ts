// Tests of today's manifests.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Schema } from '../../api/types.ts';
import { manifestsOf } from './manifests.ts';

it('counts the bookings of each manifest once, without the refused ones', () => {
  const entry = (
    bookingId: number,
    value: string | null,
    status: Schema<'OperationView'>['status'] = 'Success',
  ) => some<Schema<'OperationView'>>({ bookingId, operation: 'Manifest', status, value });
  expect(
    manifestsOf([
      entry(1, 'M2'),
      entry(2, 'M1'),
      entry(3, 'M2'),
      entry(3, 'M2'),
      entry(4, null),
      entry(5, 'M1', 'Failed'),
    ]),
  ).toEqual([
    { number: 'M2', bookings: 2 },
    { number: 'M1', bookings: 1 },
  ]);
});
