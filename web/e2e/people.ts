// Account helpers: API calls, users, authenticator.
import { createHmac } from 'node:crypto';
import { expect, PASSWORD, signIn, type Page } from './harness.ts';

/** Address of a path at the host of the page; an empty page has that of the worker. */
const addressOf = (page: Page, path: string) =>
  page.url().startsWith('http') ? new URL(path, page.url()).href : path;

interface Session {
  accessToken?: string;
  customer?: { id: number };
}

/** Session of the page's cookies. */
export async function sessionOf(page: Page): Promise<Session> {
  const answer = await page.request.get(addressOf(page, '/api/auth/session'));
  return (await answer.json()) as Session;
}

/** Calls the API with the page's session; fails if it is refused. */
export async function send<T>(
  page: Page,
  method: string,
  path: string,
  options: Pick<
    NonNullable<Parameters<Page['request']['fetch']>[1]>,
    'data' | 'multipart' | 'headers'
  > = {},
): Promise<T> {
  const { accessToken } = await sessionOf(page);
  const answer = await page.request.fetch(addressOf(page, path), {
    ...options,
    method,
    headers: { ...options.headers, authorization: `Bearer ${accessToken}` },
  });
  const text = await answer.text();
  expect(answer.status(), `${method} ${path}: ${text.slice(0, 400)}`).toBeLessThan(300);
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
