// Tests of account rules.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { t } from '../../../lib/i18n.ts';
import { errorSentence, refusalWord } from './error-words.ts';
import { enterToken, mailedCode } from './fragment.ts';
import { passwordProblems } from '../../../kit/password/NewPassword.tsx';
import { checkPassword, DEFAULT_RULES } from '../../../kit/password/password-rules.ts';
import { ruleProblems } from '../../../kit/form-rules.ts';
import { EMPTY_REGISTRATION, fieldOf, registrationRules, toRegistration } from './registration.ts';
import { returnSearch, type ReturnSearch } from './return-to.ts';

test('a mailed link gives its user and code; one that was cut short gives nothing', () => {
  expect(mailedCode('#userId=5&code=a%2Bb')).toEqual({ userId: 5, code: 'a+b' });
  expect(
    [
      '',
      '#userId=5',
      '#code=abc',
      '#userId=0&code=x',
      '#userId=5.5&code=x',
      '#userId=five&code=x',
    ].map(mailedCode),
  ).toEqual([null, null, null, null, null, null]);
  expect([enterToken('#token=abc'), enterToken('#'), enterToken('')]).toEqual(['abc', null, null]);
});

test('each rule of the password is kept or not as it is typed', () => {
  const all = {
    requiredLength: 10,
    requireDigit: true,
    requireLowercase: true,
    requireUppercase: true,
    requireNonAlphanumeric: true,
  };
  const broken = (password: string) =>
    checkPassword(all, password, t)
      .filter((rule) => !rule.met)
      .map((rule) => rule.id);
  expect(broken('')).toEqual([
    'requiredLength',
    'requireLowercase',
    'requireUppercase',
    'requireDigit',
    'requireNonAlphanumeric',
  ]);
  expect(broken('abcdefghij')).toEqual([
    'requireUppercase',
    'requireDigit',
    'requireNonAlphanumeric',
  ]);
  expect(broken('Äpfelchen-1')).toEqual([]);
  expect(checkPassword(DEFAULT_RULES, '12345678', t)).toEqual([
    { id: 'requiredLength', text: 'At least 8 characters', met: true },
  ]);
  // Four characters of two code units each.
  expect(checkPassword({ ...DEFAULT_RULES, requiredLength: 5 }, '🚚🚚🚚🚚', t)[0]?.met).toBe(false);
});

test('a password is sent only when it keeps the rules and was typed twice alike', () => {
  const problems = (password: string, repeated: string) =>
    Object.keys(passwordProblems(t, DEFAULT_RULES, { password, repeated }));
  expect([
    problems('', ''),
    problems('short', 'short'),
    problems('long enough', 'long enouhg'),
    problems('long enough', 'long enough'),
  ]).toEqual([['password'], ['password'], ['repeated'], []]);
});

test('too many attempts are told with the time to wait, unknown words with a sentence all the same', () => {
  expect(errorSentence(t, 'AccessDenied', 40)).toBe('Too many attempts. Try again in 40 seconds.');
  expect(errorSentence(t, 'AccessDenied', 290)).toBe('Too many attempts. Try again in 5 minutes.');
  expect([
    refusalWord({ error: 'Callback', status: 503 }),
    refusalWord({ error: 'Callback', status: 401 }),
    refusalWord({ error: null }),
  ]).toEqual(['DirectorySilent', 'Callback', 'Default']);
  expect(errorSentence(t, 'SomethingNew')).toBe('Sign-in failed. Please try again.');
});

test('a business needs its name, a person does not; the address is complete', () => {
  const missing = (kind: 'business' | 'person') =>
    Object.keys(ruleProblems({ ...EMPTY_REGISTRATION, kind }, registrationRules(t, { kind }), t));
  expect(missing('business')).toEqual([
    'companyName',
    'contactName',
    'email',
    'contact',
    'addressLine1',
    'place',
  ]);
  expect(missing('person')).toEqual(['contactName', 'email', 'contact', 'addressLine1', 'place']);
});

test('a person sends no company, and empty texts go as null', () => {
  const place = { suburb: 'Richmond', state: 'VIC', postCode: '3121', countryCode: 'AU' };
  const draft = {
    ...EMPTY_REGISTRATION,
    kind: 'person' as const,
    companyName: 'typed before',
    contactName: ' Mia Tan ',
    email: ' mia@x.test ',
    contact: '0400 000 000',
    addressLine1: '1 Swan St',
    place,
  };
  expect(toRegistration(draft, 'secret words')).toEqual({
    email: 'mia@x.test',
    password: 'secret words',
    isBusiness: false,
    companyName: null,
    contactName: 'Mia Tan',
    customerSource: null,
    contact: '0400 000 000',
    address: { addressLine1: '1 Swan St', addressLine2: null, ...place },
  });
});

test('what the server refuses finds its field', () => {
  expect(
    [
      'registerSchema.email',
      'registerSchema.address.postCode',
      'registerSchema.address.addressLine1',
      'registerSchema.password',
      'registerSchema.unheardOf',
    ].map(fieldOf),
  ).toEqual(['email', 'place', 'addressLine1', 'password', null]);
});

test('only known words and own paths are taken from the address', () => {
  expect(
    returnSearch({
      returnTo: '/bookings',
      error: 'CredentialsSignin',
      done: 'password',
      userName: 'mia',
      more: 1,
    }),
  ).toEqual({
    returnTo: '/bookings',
    error: 'CredentialsSignin',
    done: 'password',
    userName: 'mia',
  });
  expect(returnSearch({ returnTo: 'https://evil.test/', done: 'anything', userName: 5 })).toEqual(
    {},
  );
  expect(returnSearch({ callbackUrl: `${location.origin}/jobs?x=1` })).toEqual({
    returnTo: '/jobs?x=1',
  });
});

test('the router hands on nothing of an address that was not accepted', async () => {
  const root = createRootRoute();
  const login = createRoute({
    getParentRoute: () => root,
    path: '/auth/login',
    validateSearch: returnSearch,
  });
  const loadSearch = async (query: string) => {
    const router = createRouter({
      routeTree: root.addChildren([login]),
      history: createMemoryHistory({ initialEntries: [`/auth/login?${query}`] }),
    });
    await router.load();
    const search = router.state.matches.at(-1)?.search as ReturnSearch | undefined;
    return [search?.returnTo, search?.done];
  };
  expect(await loadSearch('returnTo=https%3A%2F%2Felsewhere.test%2F&done=anything')).toEqual([
    undefined,
    undefined,
  ]);
  expect(await loadSearch('returnTo=%2F%2F')).toEqual([undefined, undefined]);
  expect(await loadSearch('returnTo=%2Fbookings&done=password')).toEqual(['/bookings', 'password']);
});
