// Tests of allowed operations: by server, else by status.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Booking } from './model.ts';
import { isPossible, operations } from './operations.ts';

const possible = (booking: Partial<Booking>) =>
  operations
    .filter((operation) => isPossible(operation, some<Booking>(booking)))
    .map(({ name }) => name);

it('follows the server where it names the operations', () => {
  expect(possible({ bookingStatus: 'Booked', allowedOperations: ['PrintLabel'] })).toEqual([
    'PrintLabel',
  ]);
  expect(possible({ bookingStatus: 'Booked', allowedOperations: [] })).toEqual([]);
});

it('goes by the status where the server names none', () => {
  expect(possible({ bookingStatus: 'Booked' })).toContain('Manifest');
  expect(possible({ bookingStatus: 'Delivered' })).not.toContain('Manifest');
});
