// Tests of the session client's next-auth protocol.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loopback, type Received, type Reply } from '../../test/loopback.ts';
import * as auth from './auth.ts';
import { fetchSession, onBroadcast } from './session-service.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let answer: (request: Received) => Reply;
let providers: Reply;
const TOKEN = 'ab'.repeat(32);

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = () => ({ json: {} });
  providers = {
    json: { entra: { id: 'entra', name: 'Entra', type: 'oauth', signinUrl: '', callbackUrl: '' } },
  };
  server = await loopback((request) => {
    if (request.path === '/api/auth/csrf') return { json: { csrfToken: TOKEN } };
    return request.path === '/api/auth/providers' ? providers : answer(request);
  });
});
afterEach(() => server.close());

test('signing in fetches the csrf token and posts the form', async () => {
  answer = () => ({ json: { url: 'http://localhost:3000/bookings' } });
  const result = await auth.signIn(
    'credentials',
    { userName: 'robin', password: 'a&b=c' },
    'http://localhost:3000/bookings',
  );
  expect(result).toEqual({
    ok: true,
    status: 200,
    error: null,
    url: 'http://localhost:3000/bookings',
  });
  expect(server.received.map((r) => `${r.method} ${r.path}`)).toEqual([
    'GET /api/auth/csrf',
    'POST /api/auth/callback/credentials',
  ]);
  const post = server.received[1];
  expect(post?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(post?.body))).toEqual({
    userName: 'robin',
    password: 'a&b=c',
    csrfToken: TOKEN,
    callbackUrl: 'http://localhost:3000/bookings',
    json: 'true',
  });
});

test('a refused sign-in reads the word from the url and tells no other tab', async () => {
  answer = () => ({
    status: 401,
    json: {
      url: 'http://localhost:3000/api/auth/error?error=CredentialsSignin&provider=credentials',
    },
  });
  const result = await auth.signIn(
    'credentials',
    { userName: 'robin', password: 'wrong' },
    'http://localhost:3000/',
  );
  expect(result).toEqual({ ok: false, status: 401, error: 'CredentialsSignin', url: null });
  expect(localStorage.getItem('nextauth.message')).toBeNull();
});

test('an outdated csrf token is an error although the status is 200', async () => {
  answer = () => ({ json: { url: 'http://localhost:3000/api/auth/signin?csrf=true' } });
  const result = await auth.signIn(
    'credentials',
    { userName: 'robin', password: 'x' },
    'http://localhost:3000/',
  );
  expect(result).toMatchObject({ ok: false, error: 'Csrf' });
});

test('a second step is asked for with the ways it can be done; a wrong code says so', async () => {
  answer = (request) => {
    const code = new URLSearchParams(request.body).get('twoFactorCode');
    return {
      status: 401,
      json: {
        url:
          `http://localhost:3000/api/auth/error?error=${code ? 'TwoFactorInvalid' : 'TwoFactorRequired'}` +
          '&provider=credentials&providers=Authenticator,Email',
      },
    };
  };
  const first = { userName: 'robin', password: 'right' };
  expect(await auth.signIn('credentials', first, 'http://localhost:3000/')).toEqual({
    ok: false,
    status: 401,
    error: 'TwoFactorRequired',
    url: null,
    factors: ['Authenticator', 'Email'],
  });
  expect(
    await auth.signIn(
      'credentials',
      { ...first, twoFactorCode: '123456' },
      'http://localhost:3000/',
    ),
  ).toMatchObject({ error: 'TwoFactorInvalid' });
});

test('too many attempts come with the time to wait', async () => {
  answer = () => ({
    status: 429,
    headers: { 'retry-after': '41' },
    json: { url: 'http://localhost:3000/api/auth/error?error=AccessDenied&provider=credentials' },
  });
  expect(
    await auth.signIn(
      'credentials',
      { userName: 'robin', password: 'x' },
      'http://localhost:3000/',
    ),
  ).toMatchObject({ ok: false, error: 'AccessDenied', retryAfter: 41 });
});

test('an outside provider is gone to at its own address; what leads nowhere is an error', async () => {
  const to = (url: string) => {
    answer = () => ({ json: { url } });
    return auth.startOutside('entra', 'http://localhost:3000/bookings');
  };
  expect(await to('https://login.example.test/authorize?state=1')).toEqual({
    url: 'https://login.example.test/authorize?state=1',
  });
  expect(server.received.at(-1)).toMatchObject({ method: 'POST', path: '/api/auth/signin/entra' });
  // An error of the provider's own address is no word of ours.
  expect(await to('https://login.example.test/authorize?error=1')).toEqual({
    url: 'https://login.example.test/authorize?error=1',
  });
  expect(await to('http://localhost:3000/api/auth/error?error=OAuthSignin&provider=entra')).toEqual(
    { error: 'OAuthSignin' },
  );
  expect(await to('http://localhost:3000/api/auth/signin?csrf=true')).toEqual({ error: 'Csrf' });
});

test(
  'without its list of providers the service says what is wrong, and ' +
    'offers what there is instead of an unknown one',
  async () => {
    const to = (provider: string) => auth.startOutside(provider, 'http://localhost:3000/bookings');
    expect(await to('okta')).toEqual({
      url: 'http://localhost:3000/api/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fbookings',
    });
    providers = { status: 500, json: {} };
    expect(await to('entra')).toEqual({ url: 'http://localhost:3000/api/auth/error?error=Signin' });
    expect(
      server.received.filter(
        ({ method, path }) => method === 'POST' && path.startsWith('/api/auth/signin'),
      ),
    ).toEqual([]);
  },
);

test('a successful sign-in tells the other tabs, with the time in seconds', async () => {
  answer = () => ({ json: { url: 'http://localhost:3000/' } });
  await auth.signIn('credentials', { userName: 'robin', password: 'x' }, 'http://localhost:3000/');
  const message = JSON.parse(localStorage.getItem('nextauth.message') ?? '{}') as {
    event: string;
    data: unknown;
    timestamp: number;
  };
  expect(message).toMatchObject({ event: 'session', data: { trigger: 'getSession' } });
  expect(Math.abs(message.timestamp - Date.now() / 1000)).toBeLessThan(5);
});

test('two messages of one second differ, or the second would not be told', () => {
  auth.broadcast('getSession');
  const first = localStorage.getItem('nextauth.message');
  auth.broadcast('getSession');
  expect(localStorage.getItem('nextauth.message')).not.toBe(first);
});

test('another tab signing out is heard; other storage is not', () => {
  const listener = vi.fn();
  const stop = onBroadcast(listener);
  const say = (key: string, value: string) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  say('something.else', '{}');
  say('nextauth.message', 'not json');
  expect(listener).not.toHaveBeenCalled();
  say(
    'nextauth.message',
    JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 }),
  );
  expect(listener).toHaveBeenCalledOnce();
  stop();
  say(
    'nextauth.message',
    JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 2 }),
  );
  expect(listener).toHaveBeenCalledOnce();
});

test('an empty session is nobody; a failing service says nothing about it', async () => {
  expect(await fetchSession()).toBeNull();
  answer = (request) =>
    request.path === '/api/auth/session' ? { status: 500, json: { message: 'no' } } : { json: {} };
  await expect(fetchSession()).rejects.toThrow('500');
});

test('a failing list of providers is none, and is logged', async () => {
  providers = { status: 500, json: { message: 'no' } };
  expect(await auth.fetchProviders()).toBeNull();
  await vi.waitFor(() =>
    expect(
      server.received.some(
        (r) => r.path === '/api/auth/_log' && r.body.includes('CLIENT_FETCH_ERROR'),
      ),
    ).toBe(true),
  );
});

test('signing out posts the csrf token and answers where to go', async () => {
  answer = () => ({ json: { url: 'http://localhost:3000/auth/login' } });
  expect(await auth.signOut('http://localhost:3000/auth/login')).toBe(
    'http://localhost:3000/auth/login',
  );
  expect(Object.fromEntries(new URLSearchParams(server.received.at(-1)?.body))).toEqual({
    csrfToken: TOKEN,
    callbackUrl: 'http://localhost:3000/auth/login',
    json: 'true',
  });
});
