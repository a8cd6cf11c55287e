// Tests of the user form.
import { describe, expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { suggestedUserName, toDraft, toSent, userRules } from './form.ts';
import { ruleProblems } from '../../../kit/form-rules.ts';
import type { UserForEdit } from '../../../lib/people/model.ts';

const unit = (id: number, code: string) => ({
  id,
  parentId: null,
  code,
  displayName: code,
  memberCount: 0,
  rowVersion: 1,
  creationTime: '2026-03-01T10:00:00Z',
  lastModificationTime: null,
});
const stored: UserForEdit = {
  profilePictureId: 8,
  timezone: 'Australia/Perth',
  user: {
    id: 5,
    rowVersion: 3,
    name: 'Kim',
    surname: 'Lee',
    userName: 'kim',
    emailAddress: 'kim@example.test',
    phoneNumber: '',
    isActive: true,
    isDriver: false,
    isLocked: false,
    isLockoutEnabled: false,
    isTwoFactorEnabled: true,
    shouldChangePasswordOnNextLogin: false,
    customerId: 4,
    customerName: null,
    apiKey: null,
    creationTime: null,
    lastLoginTime: null,
    userGuid: null,
  },
  roles: [
    {
      roleId: 1,
      roleName: 'admin',
      roleDisplayName: 'Administrator',
      isAssigned: false,
      isDefault: false,
    },
    {
      roleId: 2,
      roleName: 'finance',
      roleDisplayName: 'Finance',
      isAssigned: true,
      isDefault: false,
    },
  ],
  allOrganizationUnits: [unit(11, '00001'), unit(12, '00001.00001')],
  memberedOrganizationUnits: ['00001.00001'],
};
const fresh: UserForEdit = {
  ...stored,
  profilePictureId: null,
  timezone: null,
  user: {
    ...stored.user,
    id: null,
    rowVersion: 0,
    name: '',
    surname: '',
    userName: '',
    emailAddress: '',
    isTwoFactorEnabled: false,
  },
};
const options = { found: stored, customerId: null, sendsUnits: true };

describe('toDraft', () => {
  it('ticks the roles and units the user has', () =>
    expect(toDraft(stored)).toMatchObject({
      roles: ['finance'],
      units: [12],
      phoneNumber: '',
      timezone: 'Australia/Perth',
      isLockoutEnabled: false,
    }));
  it('lets somebody new choose a password by mail, and changes nobody else’s', () => {
    expect(toDraft(fresh)).toMatchObject({ setRandomPassword: true, sendActivationEmail: true });
    expect(toDraft(stored)).toMatchObject({
      setRandomPassword: false,
      sendActivationEmail: false,
      password: '',
    });
  });
});

describe('toSent', () => {
  it('names the version that was read', () =>
    expect(toSent(toDraft(stored), options).user).toMatchObject({ id: 5, rowVersion: 3 }));
  it('sends no password unless one was typed', () => {
    expect(toSent(toDraft(stored), options).user).not.toHaveProperty('password');
    expect(toSent({ ...toDraft(stored), password: 'Long-enough-1' }, options).user).toMatchObject({
      password: 'Long-enough-1',
    });
    expect(
      toSent({ ...toDraft(stored), password: 'typed before', setRandomPassword: true }, options)
        .user,
    ).not.toHaveProperty('password');
  });
  it('only ever takes the second factor away', () => {
    expect(toSent(toDraft(stored), options).user).not.toHaveProperty('isTwoFactorEnabled');
    expect(toSent({ ...toDraft(stored), isTwoFactorEnabled: false }, options).user).toMatchObject({
      isTwoFactorEnabled: false,
    });
  });
  it('gives a customer to new users alone', () => {
    expect(toSent(toDraft(fresh), { ...options, found: fresh, customerId: 9 }).user).toMatchObject({
      customerId: 9,
    });
    expect(toSent(toDraft(stored), { ...options, customerId: 9 }).user).not.toHaveProperty(
      'customerId',
    );
  });
  it('leaves the units alone for who may not change them', () => {
    expect(toSent(toDraft(stored), options)).toMatchObject({ organizationUnits: [12] });
    expect(toSent(toDraft(stored), { ...options, sendsUnits: false })).not.toHaveProperty(
      'organizationUnits',
    );
  });
  it('trims what was typed and empties the time zone', () => {
    expect(toSent({ ...toDraft(stored), name: ' Kim ', timezone: '' }, options)).toMatchObject({
      user: { name: 'Kim' },
      timezone: null,
    });
  });
});

describe('what is wrong', () => {
  const check = (change: object, isNew = false) => {
    const draft = { ...toDraft(stored), ...change };
    return Object.keys(ruleProblems(draft, userRules(isNew, inEnglish)(draft), inEnglish));
  };
  it('finds nothing wrong with a stored user', () => expect(check({})).toEqual([]));
  it.each([
    [{ name: ' ' }, 'name'],
    [{ surname: 'x'.repeat(65) }, 'surname'],
    [{ userName: '' }, 'userName'],
    [{ emailAddress: '' }, 'emailAddress'],
    [{ emailAddress: 'a@b' }, 'emailAddress'],
    [{ phoneNumber: '1'.repeat(33) }, 'phoneNumber'],
  ])('refuses %o', (change, field) => expect(check(change)).toEqual([field]));
  it('wants a way in for somebody new', () => {
    expect(check({ setRandomPassword: false, sendActivationEmail: false }, true)).toEqual([
      'password',
    ]);
    expect(check({ setRandomPassword: false, sendActivationEmail: true }, true)).toEqual([]);
    expect(
      check(
        { setRandomPassword: false, sendActivationEmail: false, password: 'Long-enough-1' },
        true,
      ),
    ).toEqual([]);
  });
});

it('suggests a user name', () =>
  expect(suggestedUserName(' Kim.Lee@example.test')).toBe('kim.lee'));
