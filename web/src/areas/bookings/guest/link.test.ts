// Tests of emailed booking links.
import { expect, test } from 'vitest';
import { guestLink } from './link.ts';

test('a link names the booking, the reader and the token', () => {
  expect(guestLink('#bookingId=17&email=kim%40example.test&token=a%2Db')).toEqual({
    bookingId: 17,
    email: 'kim@example.test',
    token: 'a-b',
    isBooked: false,
  });
  expect(guestLink('#bookingId=17&email=kim%40example.test&booked=1').isBooked).toBe(true);
});

test('what is cut short leaves the rest', () => {
  expect(guestLink('')).toEqual({ bookingId: null, email: '', token: '', isBooked: false });
  for (const wrong of ['#bookingId=', '#bookingId=x', '#bookingId=-1', '#bookingId=1.5'])
    expect(guestLink(wrong).bookingId).toBeNull();
});
