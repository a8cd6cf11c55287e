// Account helpers: API calls, users, authenticator.
import { createHmac } from 'node:crypto';
import { expect, PASSWORD, signIn, type Page } from './harness.ts';

interface Answer<T> {
  status: number;
  result: T;
  text: string;
}

export async function call<T>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer: Answer<T> = await page.evaluate(
    async ({ method, path, body }) => {
      const session = (await (await fetch('/api/auth/session')).json()) as { accessToken?: string };
      const response = await fetch(path, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${session.accessToken}`,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        text,
        result: text ? (JSON.parse(text) as { result: never }).result : (undefined as never),
      };
    },
    { method, path, body },
  );
  expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
  return answer.result;
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
  type: string,
  content: string,
): Promise<void> {
  const { status, text } = await page.evaluate(
    async ({ path, name, type, content }) => {
      const session = (await (await fetch('/api/auth/session')).json()) as { accessToken?: string };
      const form = new FormData();
      form.append('file', new File([content], name, { type }));
      const response = await fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.accessToken}` },
        body: form,
      });
      return { status: response.status, text: await response.text() };
    },
    { path, name, type, content },
  );
  expect(status, `${path}: ${text.slice(0, 400)}`).toBe(200);
}
