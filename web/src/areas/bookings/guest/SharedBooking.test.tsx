// Tests of bookings shown by an emailed link.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import { refetch, refusal, result, show, stage } from '../../../../test/stage.tsx';
import type { OutsideBooking } from './queries.ts';
import { SharedBooking } from './SharedBooking.tsx';

const ADDRESS = { companyName: 'Bluegum', addressLine1: '1 Quay St', suburb: 'Sydney' };
const BOOKING = some<OutsideBooking>({
  bookingStatus: 'Booked',
  consignmentId: 'ABC1',
  items: [],
  fromAddress: ADDRESS,
  toAddress: ADDRESS,
  trackingDetails: [],
});
const EXPIRED = /This link has expired/;

let status: number;
let server: Awaited<ReturnType<typeof stage>>;
beforeEach(async () => {
  status = 200;
  location.hash = '#bookingId=17&email=kim%40example.test&token=t';
  server = await stage([], () =>
    status === 200 ? result({ booking: BOOKING }) : refusal(status, 'Refused.'),
  );
});
afterEach(() => {
  location.hash = '';
  return server.close();
});

test.each([400, 403, 404, 410])('a link refused with %i has expired', async (refused) => {
  status = refused;
  await show(<SharedBooking />);
  expect(await screen.findByText(EXPIRED)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
});

test.each([429, 500])('a failure with %i can be retried', async (failed) => {
  status = failed;
  const user = await show(<SharedBooking />);
  const retry = await screen.findByRole('button', { name: /Try again/ });
  expect(screen.queryByText(EXPIRED)).toBeNull();
  status = 200;
  await user.click(retry);
  expect(await screen.findByText('ABC1')).toBeVisible();
});

test('a booking stays if it cannot be loaded again', async () => {
  await show(<SharedBooking />);
  await screen.findByText('ABC1');
  status = 404;
  await refetch(['bookings', 'shared']);
  expect(screen.getByText('ABC1')).toBeVisible();
  expect(screen.queryByText(EXPIRED)).toBeNull();
});
