// Tests of the set-up list.
import { expect, test } from 'vitest';
import { isDone, stepsOf, type Facts } from './set-up.ts';

const FRESH: Facts = {
  email: { useHostDefault: true, smtpHost: '' },
  logoId: null,
  carrierAccounts: 0,
  rateCards: 0,
  users: 1,
  guestsMayBook: false,
};
const done = (facts: Partial<Facts>) =>
  stepsOf({ ...FRESH, ...facts })
    .filter(isDone)
    .map(({ title }) => title);

test('nothing is done for a new tenant, whose only user is its administrator', () => {
  expect(done({})).toEqual([]);
  expect(stepsOf(FRESH)).toHaveLength(6);
});

test('a mail server that is entered but not used does not count', () => {
  expect(done({ email: { useHostDefault: true, smtpHost: 'mail.test' } })).toEqual([]);
  expect(done({ email: { useHostDefault: false, smtpHost: 'mail.test' } })).toEqual(['Email']);
});

test('each step follows its own data', () => {
  expect(
    done({ logoId: 'a', carrierAccounts: 1, rateCards: 2, users: 2, guestsMayBook: true }),
  ).toEqual(['Logo', 'Carrier accounts', 'Rate cards', 'Guests', 'Users']);
});
