// Account helpers: API calls, users, authenticator.
import { createHmac } from 'node:crypto';
import { expect, originOf, PASSWORD, signIn, type Page } from './harness.ts';

interface Session {
  accessToken?: string;
  customer?: { id: number };
}

interface Sent {
  data?: string | Buffer;
  multipart?: { file: { name: string; mimeType: string; buffer: Buffer } };
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  text: string;
}

/** Sends with the page's cookies; other tenants' names are known to the browser alone. */
async function request(page: Page, method: string, path: string, sent: Sent): Promise<Answer> {
  const address = new URL(path, originOf(page));
  if (address.hostname === 'localhost') {
    const answer = await page.request.fetch(address.href, { ...sent, method });
    return { status: answer.status(), text: await answer.text() };
  }
  const { data, headers = {} } = sent;
  const body = data === undefined ? null : Buffer.from(data).toString('base64');
  return await page.evaluate(
    async ({ method, path, headers, body }) => {
      const bytes =
        body === null ? null : Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0);
      const answer = await fetch(path, { method, headers, ...(bytes && { body: bytes }) });
      return { status: answer.status, text: await answer.text() };
    },
    { method, path, headers, body },
  );
}

/** Session of the page's cookies. */
export async function sessionOf(page: Page): Promise<Session> {
  const { text } = await request(page, 'GET', '/api/auth/session', {});
  return JSON.parse(text) as Session;
}

/** Calls the API with the page's session; fails if it is refused. */
export async function send<T>(
  page: Page,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<T> {
  const { accessToken } = await sessionOf(page);
  const { status, text } = await request(page, method, path, {
    ...sent,
    headers: { ...sent.headers, authorization: `Bearer ${accessToken}` },
  });
  expect(status, `${method} ${path}: ${text.slice(0, 400)}`).toBeLessThan(300);
  return (text ? (JSON.parse(text) as { result: T }).result : undefined) as T;
}

export const call = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  send<T>(page, method, path, {
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { data: JSON.stringify(body) }),
  });

/** Customer of the demo's customer user, who is signed in afterwards. */
export async function ownCustomer(page: Page): Promise<number> {
  await signIn(page, 'customer');
  const { customer } = await sessionOf(page);
  expect(customer?.id).toBeGreaterThan(0);
  return customer?.id ?? 0;
}

export interface Somebody {
  userName: string;
  emailAddress: string;
  password: string;
  fullName: string;
}

let count = 0;

/** Creates a user and signs the administrator out. */
export async function somebody(
  page: Page,
  more: { roles?: string[]; user?: Record<string, unknown> } = {},
): Promise<Somebody> {
  count += 1;
  const mark = `${Date.now().toString(36)}${count}`;
  const who = {
    userName: `test-${mark}`,
    emailAddress: `test-${mark}@people.test`,
    password: PASSWORD,
    fullName: `Robin Test${mark}`,
  };
  await signIn(page, 'admin');
  await call(page, 'POST', '/api/core/user/createorupdateuser', {
    user: {
      name: 'Robin',
      surname: `Test${mark}`,
      userName: who.userName,
      emailAddress: who.emailAddress,
      phoneNumber: null,
      password: who.password,
      isActive: true,
      isLockoutEnabled: true,
      shouldChangePasswordOnNextLogin: false,
      ...more.user,
    },
    assignedRoleNames: more.roles ?? ['Dispatcher'],
  });
  await signOut(page);
  return who;
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/logout');
  await expect(page).toHaveURL(/\/auth\/login/);
}

export async function tryToSignIn(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('User name or email').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function enter(page: Page, who: Somebody): Promise<void> {
  await tryToSignIn(page, who.userName, who.password);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

function fromBase32(secret: string): Buffer {
  const bits = [...secret.replaceAll(/[\s=]/g, '').toUpperCase()]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238, `steps` half minutes from now. */
export function totp(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

export async function upload(
  page: Page,
  path: string,
  name: string,
  mimeType: string,
  content: string,
): Promise<void> {
  await send(page, 'POST', path, {
    multipart: { file: { name, mimeType, buffer: Buffer.from(content) } },
  });
}
