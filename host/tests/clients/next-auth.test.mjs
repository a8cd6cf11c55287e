// The unmodified next-auth 4 client against a host with demo data.
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { ORIGIN, asked, cookie, forget, visited } from './browser.mjs';

const PASSWORD = 'Waybill-demo-1';
let client;
before(async () => {
  const loaded = await import('next-auth/react');
  client = loaded.default ?? loaded;
});
afterEach(async () => {
  await forget();
  visited.length = 0;
});

const signIn = (userName, password = PASSWORD, callbackUrl = '/bookings') =>
  client.signIn('credentials', { userName, password, callbackUrl, redirect: false });

test('the providers are listed with absolute addresses of this host', async () => {
  const providers = await client.getProviders();
  const { credentials } = providers;
  assert.deepEqual(credentials, {
    id: 'credentials',
    name: credentials.name,
    type: 'credentials',
    signinUrl: `${ORIGIN}/api/auth/signin/credentials`,
    callbackUrl: `${ORIGIN}/api/auth/callback/credentials`,
  });
});

test('a token against forged forms stays the same in one browser', async () => {
  const token = await client.getCsrfToken();
  assert.match(token, /^[0-9a-f]{64}$/);
  assert.equal(await client.getCsrfToken(), token);
  const kept = await cookie('next-auth.csrf-token');
  assert.ok(kept.httpOnly && decodeURIComponent(kept.value).startsWith(`${token}|`));
});

test('somebody signs in, has a session, and signs out', async () => {
  assert.equal(await client.getSession(), null);
  const came = await signIn('admin');
  assert.deepEqual(came, { error: null, status: 200, ok: true, url: `${ORIGIN}/bookings` });
  const session = await client.getSession();
  assert.equal(session.user.name, 'Avery Quinn');
  assert.equal(session.user.email, 'admin@demo.example');
  assert.ok(new Date(session.expires) > new Date() && typeof session.accessToken === 'string');
  const kept = await cookie('next-auth.session-token');
  assert.ok(kept.httpOnly && kept.sameSite === 'lax' && kept.value !== session.accessToken);

  const left = await client.signOut({ redirect: false, callbackUrl: '/auth/login' });
  assert.deepEqual(left, { url: `${ORIGIN}/auth/login` });
  assert.equal(await client.getSession(), null);
  assert.equal(await cookie('next-auth.session-token'), undefined);
  const refused = await fetch('/api/core/user/getusers', {
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  assert.equal(refused.status, 401, "the page's token ends with the session");
});

test('a wrong password is told in the word that the client knows', async () => {
  const failed = await signIn('admin', 'Not-the-password-1');
  assert.deepEqual(failed, { error: 'CredentialsSignin', status: 401, ok: false, url: null });
  assert.equal(await client.getSession(), null);
});

test('the client leaves the page for where it was sent', async () => {
  await client.signIn('credentials', {
    userName: 'dispatcher',
    password: PASSWORD,
    callbackUrl: '/jobs',
  });
  assert.deepEqual(visited, [`${ORIGIN}/jobs`]);
  await client.signOut({ callbackUrl: 'https://evil.example/' });
  assert.deepEqual(visited, [`${ORIGIN}/jobs`, ORIGIN + '/'], 'never to a foreign place');
});

test('a foreign address to come back to becomes our own', async () => {
  for (const foreign of ['https://evil.example/', '//evil.example', `${ORIGIN}@evil.example/`]) {
    const came = await signIn('admin', PASSWORD, foreign);
    assert.deepEqual([came.ok, came.url], [true, ORIGIN], foreign);
  }
});

test('an unknown provider leads to the sign-in screen, with the way back', async () => {
  await client.signIn('nobody', { callbackUrl: '/jobs' });
  const [screen] = visited;
  assert.equal(
    screen,
    `${ORIGIN}/api/auth/signin?${new URLSearchParams({ callbackUrl: '/jobs' })}`,
  );
  const shown = await fetch(screen);
  assert.equal(shown.status, 302);
  const to = new URL(shown.headers.get('location'));
  assert.equal(to.origin + to.pathname, `${ORIGIN}/auth/login`);
  assert.equal(to.searchParams.get('callbackUrl'), `${ORIGIN}/jobs`);
});

test('a session that is required leads to the screen with its word', async () => {
  const shown = await fetch(
    `/api/auth/signin?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: '/finance/invoices' })}`,
  );
  const to = new URL(shown.headers.get('location'));
  assert.equal(to.searchParams.get('error'), 'SessionRequired');
});

test('React shows the session: loading, then who it is, then nobody', async () => {
  await signIn('finance');
  const React = (await import('react')).default;
  const { createRoot } = (await import('react-dom/client')).default;
  const seen = [];
  const Shown = () => {
    const { status, data } = client.useSession();
    React.useEffect(() => void seen.push([status, data?.user?.name]), [status, data]);
    return null;
  };
  const until = async (status) => {
    for (let turn = 0; turn < 200 && seen.at(-1)?.[0] !== status; turn += 1)
      await new Promise((go) => setTimeout(go, 20));
    return seen.at(-1);
  };
  const root = createRoot(document.getElementById('root'));
  root.render(
    React.createElement(
      client.SessionProvider,
      { refetchOnWindowFocus: false },
      React.createElement(Shown),
    ),
  );
  assert.deepEqual(await until('authenticated'), ['authenticated', 'Finley Rossi']);
  assert.equal(seen[0][0], 'loading');
  await client.signOut({ redirect: false });
  assert.deepEqual(await until('unauthenticated'), ['unauthenticated', undefined]);
  root.unmount();
});

test('the client writes its errors to the log and nothing breaks', async () => {
  const body = new URLSearchParams({
    level: 'error',
    code: 'CLIENT_FETCH_ERROR',
    message: 'x'.repeat(500),
  });
  const logged = await fetch('/api/auth/_log', { method: 'POST', body });
  assert.deepEqual([logged.status, await logged.json()], [200, {}]);
  assert.ok(asked.includes('/api/auth/providers'));
});
