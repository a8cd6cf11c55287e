// Sign-in by the unmodified next-auth 4 client through an unmodified OpenID provider.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CookieJar } from 'jsdom';
import { ORIGIN, forget, visited } from './browser.mjs';

const SECRET = 'a-secret-of-the-client';
let client;
let provider;
let issuer;
let admin;

async function settings(openId) {
  const answer = await fetch('/api/core/tenantsettings/updateallsettings', {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ openId }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

before(async () => {
  const loaded = await import('next-auth/react');
  client = loaded.default ?? loaded;
  await client.signIn('credentials', {
    userName: 'admin',
    password: 'Waybill-demo-1',
    redirect: false,
  });
  admin = (await client.getSession()).accessToken;
  const clients = [
    {
      client_id: 'waybill',
      client_secret: SECRET,
      redirect_uris: [`${ORIGIN}/api/auth/callback/corp`],
    },
  ];
  const program = fileURLToPath(new URL('provider.mjs', import.meta.url));
  provider = spawn(process.execPath, [program, JSON.stringify({ clients })], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = await once(provider.stdout, 'data');
  issuer = String(line).trim().replace('listening at ', '');
  await settings([
    {
      id: 'corp',
      displayName: 'Corp login',
      issuer,
      clientId: 'waybill',
      clientSecret: SECRET,
      autoCreate: true,
      defaultRoles: ['Dispatcher'],
      isEnabled: true,
    },
  ]);
  // The page drops the administrator's session locally; the host keeps it for restoring the
  // settings.
  await forget();
});

after(async () => {
  await settings([]);
  provider.stdin.end();
});

async function visit(start, person) {
  const [account] = person.split('?');
  await fetch(`${issuer}/people/${person}`);
  const jar = new CookieJar();
  let [url, form] = [start, undefined];
  for (let step = 0; step < 12; step += 1) {
    const headers = { cookie: await jar.getCookieString(url) };
    const answer = await fetch(
      url,
      form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers },
    );
    for (const set of answer.headers.getSetCookie()) await jar.setCookie(set, url);
    const to = answer.headers.get('location');
    form = undefined;
    if (to) {
      url = new URL(to, url).href;
      if (!url.startsWith(issuer)) return url;
    } else {
      const page = await answer.text();
      form = page.includes('value="login"')
        ? { prompt: 'login', login: account, password: 'any' }
        : { prompt: 'consent' };
    }
  }
  throw new Error('the provider never sent the browser back');
}

test('the client goes to the provider, and its page has a session when it is back', async () => {
  const { corp } = await client.getProviders();
  assert.deepEqual([corp.type, corp.name], ['oauth', 'Corp login']);
  await client.signIn('corp', { callbackUrl: '/jobs' });
  assert.ok(visited.at(-1).startsWith(`${issuer}/auth?`), visited.at(-1));
  const back = await visit(
    visited.at(-1),
    'nia?email=nia@corp.example&verified=true&given=Nia&family=Moana',
  );
  const answer = await fetch(back);
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${ORIGIN}/jobs`]);
  const session = await client.getSession();
  assert.deepEqual([session.user.name, session.user.email], ['Nia Moana', 'nia@corp.example']);
});

test("an address that belongs to another user is told in the client's word", async () => {
  await forget();
  await client.signIn('corp', { callbackUrl: '/jobs' });
  const back = await visit(visited.at(-1), 'mallory?email=admin@demo.example&verified=true');
  const answer = await fetch(back);
  const told = new URL(answer.headers.get('location'));
  assert.equal(told.searchParams.get('error'), 'OAuthAccountNotLinked');
  assert.equal(await client.getSession(), null);
  const screen = await fetch(told);
  assert.match(screen.headers.get('location'), /\/auth\/login\?error=OAuthAccountNotLinked$/);
});
