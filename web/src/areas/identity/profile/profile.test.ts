// Tests of profile rules.
import { expect, test } from 'vitest';
import { t } from '../../../lib/i18n.ts';
import { ruleProblems } from '../../../kit/form-rules.ts';
import { changesEmail, detailsRules, toChange, toDraft, type DetailsDraft } from './details.ts';
import type { Profile, TwoFactor } from './queries.ts';
import { allZones, zoneGroups } from './time-zones.ts';
import { openWays } from './TwoFactorSetup.tsx';

const profile: Profile = {
  id: 5,
  userName: 'mia',
  name: 'Mia',
  surname: 'Tan',
  emailAddress: 'mia@x.test',
  isEmailConfirmed: true,
  phoneNumber: '',
  timezone: null,
  language: 'de',
  image: null,
  hasPassword: true,
  isTwoFactorEnabled: false,
  rowVersion: 3,
};

const detailsProblems = (draft: DetailsDraft, of: Profile) =>
  ruleProblems(draft, detailsRules(t, draft, of), t);

test('a new email address needs the password, another spelling of the old one does not', () => {
  const draft = toDraft(profile);
  expect(detailsProblems(draft, profile)).toEqual({});
  expect(changesEmail({ ...draft, emailAddress: ' MIA@x.test ' }, profile)).toBe(false);
  expect(Object.keys(detailsProblems({ ...draft, emailAddress: 'new@x.test' }, profile))).toEqual([
    'currentPassword',
  ]);
  expect(
    detailsProblems({ ...draft, emailAddress: 'new@x.test', currentPassword: 'p' }, profile),
  ).toEqual({});
  // Users of external providers.
  expect(
    detailsProblems({ ...draft, emailAddress: 'new@x.test' }, { ...profile, hasPassword: false }),
  ).toEqual({});
  expect(
    Object.keys(detailsProblems({ ...draft, name: ' ', surname: '', emailAddress: 'x' }, profile)),
  ).toEqual(['name', 'surname', 'emailAddress']);
});

test('a save leaves the language as it stands, and sends the password only where it is needed', () => {
  const now = { ...profile, language: 'es', rowVersion: 9 };
  const draft = {
    ...toDraft(profile),
    name: ' Mia ',
    phoneNumber: ' ',
    timezone: 'Pacific/Auckland',
    currentPassword: 'typed',
  };
  expect(toChange(draft, now)).toEqual({
    name: 'Mia',
    surname: 'Tan',
    emailAddress: 'mia@x.test',
    phoneNumber: '',
    timezone: 'Pacific/Auckland',
    rowVersion: 9,
  });
  expect(toChange({ ...draft, emailAddress: 'new@x.test' }, now)).toMatchObject({
    emailAddress: 'new@x.test',
    currentPassword: 'typed',
  });
});

test('time zones stand in groups, and the one that is kept is among them', () => {
  expect(
    zoneGroups(['America/Argentina/Salta', 'Australia/Lord_Howe', 'Australia/Sydney', 'UTC']),
  ).toEqual([
    { region: 'America', zones: [{ name: 'America/Argentina/Salta', text: 'Argentina / Salta' }] },
    {
      region: 'Australia',
      zones: [
        { name: 'Australia/Lord_Howe', text: 'Lord Howe' },
        { name: 'Australia/Sydney', text: 'Sydney' },
      ],
    },
    { region: 'UTC', zones: [{ name: 'UTC', text: 'UTC' }] },
  ]);
  expect(allZones('Australia/Canberra')).toEqual(
    expect.arrayContaining(['Australia/Canberra', 'Australia/Sydney', 'UTC']),
  );
  expect(new Set(allZones('UTC')).size).toBe(allZones('UTC').length);
});

test('what the tenant allows and is not set up yet can be set up', () => {
  const state: TwoFactor = {
    isEnabled: false,
    isAuthenticatorEnabled: false,
    isEmailEnabled: false,
    recoveryCodesLeft: 0,
    rememberedBrowsers: 0,
    isRequired: false,
    isAvailable: true,
    canUseAuthenticator: true,
    canUseEmail: true,
    canRememberBrowser: true,
  };
  expect(openWays(state)).toEqual(['Authenticator', 'Email']);
  expect(openWays({ ...state, isAuthenticatorEnabled: true })).toEqual(['Email']);
  expect(openWays({ ...state, canUseAuthenticator: false, isEmailEnabled: true })).toEqual([]);
});
