// Tests of the customer form.
import { describe, expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { some } from '../../../test/some.ts';
import { ruleProblems } from '../../kit/form-rules.ts';
import {
  customerProblems,
  customerRules,
  isNzbn,
  toCustomer,
  toDraft,
  type CustomerDraft,
} from './form.ts';
import type { Customer } from './model.ts';

const problemsOf = (draft: CustomerDraft) => ({
  ...customerProblems(draft, inEnglish),
  ...ruleProblems(draft, customerRules(draft, inEnglish), inEnglish),
});

const stored = some<Customer>({
  id: 3,
  rowVersion: 8,
  code: 'C9',
  type: 'Payg',
  companyName: 'Lamp House',
  creditLimit: 5000,
  businessType: 'Wholesale',
  address: {
    addressLine1: '1 Swan St',
    suburb: 'Richmond',
    postCode: '3121',
    state: 'VIC',
    countryCode: 'AU',
    email: 'dock@example.test',
  },
});

describe('toCustomer', () => {
  it('keeps what the form does not show', () => {
    expect(toCustomer({ ...toDraft(stored), companyName: ' Lamps ' }, stored, true)).toMatchObject({
      id: 3,
      rowVersion: 8,
      businessType: 'Wholesale',
      companyName: 'Lamps',
      creditLimit: 5000,
      address: { suburb: 'Richmond', email: 'dock@example.test' },
    });
  });

  it('sends an emptied field as null and no address for an empty one', () => {
    const draft = {
      ...toDraft(stored),
      companyName: '',
      addressLine1: '',
      addressLine2: '',
      place: null,
    };
    expect(toCustomer(draft, stored, true)).toMatchObject({ companyName: null, address: null });
  });

  it('does not touch a credit limit it may not see', () => {
    expect(toCustomer({ ...toDraft(stored), creditLimit: '' }, stored, false).creditLimit).toBe(
      5000,
    );
    expect(
      toCustomer({ ...toDraft(stored), creditLimit: '12,500' }, stored, true).creditLimit,
    ).toBe(12500);
    expect(
      toCustomer({ ...toDraft(stored), creditLimit: '' }, stored, true).creditLimit,
    ).toBeNull();
  });
});

describe('what is wrong', () => {
  it('finds nothing wrong with a stored customer', () =>
    expect(problemsOf(toDraft(stored))).toEqual({}));
  it('asks a business for its company and a person for a name', () => {
    expect(problemsOf(toDraft(null))).toHaveProperty('companyName');
    expect(problemsOf({ ...toDraft(null), isBusiness: false })).toHaveProperty('contactName');
  });
  it.each([
    [{ email: 'a@b' }, 'email'],
    [{ abn: '12 345' }, 'abn'],
    [{ abn: '942900000001' }, 'abn'],
    [{ acn: 'x' }, 'acn'],
    [{ creditLimit: '-1' }, 'creditLimit'],
    [{ creditLimit: 'much' }, 'creditLimit'],
    [{ addressLine1: '1 Swan St', place: null }, 'place'],
    [{ openingTime: '09:00', closingTime: '08:00' }, 'closingTime'],
  ])('refuses %o', (change, field) => {
    expect(Object.keys(problemsOf({ ...toDraft(stored), ...change }))).toEqual([field]);
  });
  it.each(['51 824 753 556', '94 2900 0000 017', '9429000000017'])(
    'takes the business number %s',
    (abn) => expect(problemsOf({ ...toDraft(stored), abn })).toEqual({}),
  );
  it('tells an NZBN from an ABN', () =>
    expect(['94 2900 0000 017', '51 824 753 556', null].map(isNzbn)).toEqual([true, false, false]));
});
