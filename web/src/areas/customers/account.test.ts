// Tests of the contact form.
import { expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { some } from '../../../test/some.ts';
import { accountProblems, toAccount, toDraft } from './account.ts';
import type { Customer } from './model.ts';

const stored = some<Customer>({
  id: 3,
  rowVersion: 8,
  code: 'C9',
  creditLimit: 5000,
  contactName: 'Sam',
  openDaysOfWeek: ['Mon', 'Fri'],
  address: {
    addressLine1: '1 Swan St',
    suburb: 'Richmond',
    postCode: '3121',
    state: 'VIC',
    stateCode: 'VIC',
    countryCode: 'AU',
    email: 'dock@example.test',
  },
});

it('sends what the account holds, and nothing of the terms', () => {
  const account = toAccount({ ...toDraft(stored), contactName: ' Robin ', mobile: ' ' }, stored);
  expect(account).toMatchObject({
    rowVersion: 8,
    contactName: 'Robin',
    mobile: null,
    openDaysOfWeek: ['Mon', 'Fri'],
    address: { suburb: 'Richmond', email: 'dock@example.test' },
  });
  expect(Object.keys(account)).not.toContain('creditLimit');
  expect(Object.keys(account)).not.toContain('code');
});

it('moves to another state, and away from an emptied address', () => {
  const place = { suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU' };
  expect(toAccount({ ...toDraft(stored), place }, stored).address).toMatchObject({
    suburb: 'Parramatta',
    state: 'NSW',
    stateCode: 'NSW',
  });
  expect(
    toAccount({ ...toDraft(stored), place: null, addressLine1: '' }, stored).address,
  ).toBeNull();
});

it('wants the suburb of a street, and closes after it opens', () => {
  const draft = { ...toDraft(stored), place: null, openingTime: '09:00', closingTime: '08:00' };
  expect(Object.keys(accountProblems(draft, inEnglish))).toEqual(['place', 'closingTime']);
  expect(accountProblems(toDraft(stored), inEnglish)).toEqual({});
});
