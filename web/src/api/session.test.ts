// Tests of the session store: focus, other tabs, timer, listeners.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { act, renderHook } from '@testing-library/react';
import { loopback, type Received, type Reply } from '../../test/loopback.ts';
import { reach } from './reach.ts';
import { endSession, refreshSession, startSession, usePermissions, useSession } from './session.ts';
import { endImpersonation, impersonate, signIn } from './sign-in.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let session: object;
/** Fake responses by path. */
let answers: Record<string, (request: Received) => Reply> = {};
const sessionRequests = () => server.received.filter((r) => r.path === '/api/auth/session').length;
const robin = {
  user: { id: 3, name: 'Robin', email: 'r@x.test', image: null },
  accessToken: 't',
  permissions: ['Pages.Booking'],
  isDriver: false,
  isImpersonating: false,
};

beforeEach(async () => {
  session = robin;
  server = await loopback((request) => answers[request.path]?.(request) ?? { json: session });
});
afterEach(async () => {
  answers = {};
  endSession();
  await server.close();
});

test('staff, customers and drivers are told apart', async () => {
  const { result } = renderHook(() => ({ session: useSession(), permissions: usePermissions() }));
  await act(() => refreshSession());
  expect(result.current.session).toMatchObject({
    status: 'authenticated',
    isTenant: true,
    isCustomer: false,
    isDriver: false,
  });
  expect([
    result.current.permissions.has('Pages.Booking'),
    result.current.permissions.has('Pages.Carrier'),
  ]).toEqual([true, false]);
  session = { ...robin, customer: { id: 9 }, isDriver: true };
  await act(() => refreshSession());
  expect(result.current.session).toMatchObject({
    isTenant: false,
    isCustomer: true,
    customerId: 9,
    isDriver: true,
  });
  session = {};
  await act(() => refreshSession());
  expect(result.current.session).toMatchObject({
    status: 'unauthenticated',
    data: null,
    isTenant: false,
  });
});

test('a failing session service ends no session, and says so at the start', async () => {
  const { result } = renderHook(() => useSession());
  await act(() => refreshSession());
  answers = { '/api/auth/session': () => ({ status: 503, text: 'away' }) };
  await act(() => refreshSession());
  expect(result.current.status).toBe('authenticated');
  expect(reach.get()).toBe(false);
  answers = {};
  session = {};
  await act(() => refreshSession());
  expect(result.current.status).toBe('unauthenticated');
  expect(reach.get()).toBe(true);
});

const logged = () =>
  server.received
    .filter((r) => r.path === '/api/auth/_log')
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('an outage of the session service is logged once, and the next one again', async () => {
  const away = { '/api/auth/session': () => ({ status: 503, text: 'away' }) };
  await refreshSession();
  for (const _outage of [1, 2]) {
    answers = away;
    await refreshSession();
    await refreshSession();
    answers = {};
    await refreshSession();
  }
  const entry = {
    level: 'error',
    code: 'CLIENT_FETCH_ERROR',
    message: 'The session service answered 503.',
    url: '/api/auth/session',
  };
  await vi.waitFor(() => expect(logged()).toEqual([entry, entry]));
});

test('an unreadable session is logged without its text', async () => {
  await refreshSession();
  answers = { '/api/auth/session': () => ({ text: '{"accessToken": "secret' }) };
  expect((await refreshSession()).status).toBe('authenticated');
  await vi.waitFor(() => expect(logged()).toMatchObject([{ code: 'CLIENT_FETCH_ERROR' }]));
  expect(JSON.stringify(logged())).not.toMatch(/secret|accessToken/);
});

test('a session without a token is logged without its data', async () => {
  await refreshSession();
  session = { ...robin, accessToken: '' };
  expect((await refreshSession()).status).toBe('unauthenticated');
  await refreshSession();
  await vi.waitFor(() =>
    expect(logged()).toEqual([
      {
        level: 'error',
        code: 'CLIENT_SESSION_ERROR',
        message: 'The session has no access token.',
        url: '/api/auth/session',
      },
    ]),
  );
  session = {};
  await refreshSession();
  expect(logged()).toHaveLength(1);
});

test('looking at the window and another tab refresh it; stopping ends that', async () => {
  const stop = startSession();
  await vi.waitFor(() => expect(sessionRequests()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(sessionRequests()).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 20));
  dispatchEvent(
    new StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: JSON.stringify({ event: 'session', data: { trigger: 'getSession' }, timestamp: 1 }),
    }),
  );
  await vi.waitFor(() => expect(sessionRequests()).toBe(3));
  stop();
  document.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sessionRequests()).toBe(3);
});

test('an answer that was under way when another tab signed in is not taken for the new session', async () => {
  const stop = startSession();
  await vi.waitFor(() => expect(sessionRequests()).toBe(1));
  await refreshSession();
  const late = refreshSession();
  session = { ...robin, user: { ...robin.user, name: 'Sam' } };
  dispatchEvent(
    new StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: JSON.stringify({ event: 'session', data: { trigger: 'getSession' }, timestamp: 1 }),
    }),
  );
  expect((await late).data?.user.name).toBe('Sam');
  stop();
});

test('it can be refreshed by the clock, and asks once for all who ask meanwhile', async () => {
  const stop = startSession({ refetchInterval: 0.05 });
  await vi.waitFor(() => expect(sessionRequests()).toBeGreaterThanOrEqual(3));
  stop();
  await new Promise((resolve) => setTimeout(resolve, 80));
  const before = sessionRequests();
  await Promise.all([refreshSession(), refreshSession(), refreshSession()]);
  expect(sessionRequests()).toBe(before + 1);
});

const form = (path: string) =>
  Object.fromEntries(new URLSearchParams(server.received.findLast((r) => r.path === path)?.body));

test('the second step goes out with the first, and the browser is remembered only when asked', async () => {
  answers = {
    '/api/auth/csrf': () => ({ json: { csrfToken: 'c' } }),
    '/api/auth/callback/ldap': () => ({ json: { url: 'http://localhost:3000/' } }),
  };
  const credentials = {
    userName: 'robin',
    password: 'right',
    twoFactorCode: '123456',
    rememberBrowser: true,
  };
  expect((await signIn(credentials, 'http://localhost:3000/', 'ldap')).ok).toBe(true);
  expect(form('/api/auth/callback/ldap')).toEqual({
    userName: 'robin',
    password: 'right',
    twoFactorCode: '123456',
    rememberBrowser: 'true',
    csrfToken: 'c',
    callbackUrl: 'http://localhost:3000/',
    json: 'true',
  });
  await signIn({ ...credentials, rememberBrowser: false }, 'http://localhost:3000/', 'ldap');
  expect(form('/api/auth/callback/ldap')).not.toHaveProperty('rememberBrowser');
});

test('working as somebody else takes a token, and so does ending it; a refused token is told', async () => {
  const wrapped = (result: object) => ({ json: { result, success: true, __abp: true } });
  let good = true;
  let back: object = { impersonationToken: 'back', url: null };
  answers = {
    '/api/auth/csrf': () => ({ json: { csrfToken: 'c' } }),
    '/api/impersonate/start': () => wrapped({ impersonationToken: 'out' }),
    '/api/impersonate/end': () => wrapped(back),
    '/api/auth/callback/impersonation': () =>
      good
        ? { json: { url: `${location.origin}/` } }
        : {
            status: 401,
            json: {
              url: 'http://localhost:3000/api/auth/error?error=CredentialsSignin&provider=impersonation',
            },
          },
  };
  await refreshSession();
  await impersonate(5);
  expect(
    JSON.parse(server.received.find((r) => r.path === '/api/impersonate/start')?.body ?? ''),
  ).toEqual({ userId: 5 });
  expect(form('/api/auth/callback/impersonation')).toMatchObject({
    impersonationToken: 'out',
    csrfToken: 'c',
  });
  await endImpersonation();
  expect(form('/api/auth/callback/impersonation')).toMatchObject({ impersonationToken: 'back' });
  // A platform user returns to the platform's session, so there is no token.
  back = { impersonationToken: null, url: `${location.origin}/#home` };
  const changes = server.received.filter(
    (r) => r.path === '/api/auth/callback/impersonation',
  ).length;
  await endImpersonation();
  expect(location.hash).toBe('#home');
  expect(server.received.filter((r) => r.path === '/api/auth/callback/impersonation')).toHaveLength(
    changes,
  );
  good = false;
  await expect(impersonate(5)).rejects.toThrow(/within a minute/);
});
