// Test harness: sign-in, CSP watch, accessibility check.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page, type Request } from '@playwright/test';
import type axe from 'axe-core';
import { HOSTS, forThisWorker } from './hosts.ts';

export { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Waybill-demo-1';
export type Person = 'admin' | 'dispatcher' | 'finance' | 'warehouse' | 'customer' | 'driver';

const EMPTY = 'about:blank';

interface Violation {
  directive: string;
  blocked: string;
  source: string;
}

/** Every test also fails if the page violates its CSP or throws. */
export const test = base.extend<{ watch: void }>({
  watch: [
    async ({ page, context }, use) => {
      follow(page);
      context.on('page', follow);
      const violations: Violation[] = [];
      const errors: string[] = [];
      await page.exposeFunction(
        'reportViolation',
        (violation: Violation) => void violations.push(violation),
      );
      await page.addInitScript(() => {
        // As in a browser that saves data: screens that a test does not open are not fetched.
        const { connection } = navigator as { connection?: object };
        if (connection) Object.defineProperty(connection, 'saveData', { value: true });
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = (globalThis as unknown as { reportViolation: (v: object) => void })
            .reportViolation;
          report({
            directive: event.violatedDirective,
            blocked: event.blockedURI,
            source: `${event.sourceFile}:${event.lineNumber}`,
          });
        });
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use();
      expect(violations, 'the security policy is kept').toEqual([]);
      expect(errors, 'no error goes uncaught').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Signs in without the form, and opens the path `at`. Without a path the page is left empty, since
 * a screen costs a second of a processor. An address of another origin is signed in to by its form.
 */
export async function signIn(page: Page, person: Person = 'admin', at = ''): Promise<void> {
  follow(page);
  if (/^https?:/.test(at)) return await fillSignInForm(page, person, at);
  // A page of the session before would follow the change.
  if (page.url() !== EMPTY) await page.goto(EMPTY);
  const session = '/api/auth';
  const csrf = (await (await page.request.get(`${session}/csrf`)).json()) as { csrfToken: string };
  const answer = await page.request.post(`${session}/callback/credentials`, {
    form: {
      csrfToken: csrf.csrfToken,
      userName: person,
      password: PASSWORD,
      callbackUrl: '/',
      json: 'true',
    },
  });
  expect(answer.ok(), `${person} is signed in`).toBe(true);
  if (!at) return;
  await page.goto(at);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

async function fillSignInForm(page: Page, person: Person, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel('User name or email').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Tracks a page's requests, since load states cover only the first load. */
function follow(page: Page): Set<Request> {
  const known = pendingRequests.get(page);
  if (known) return known;
  const open = new Set<Request>();
  pendingRequests.set(page, open);
  const end = (request: Request) => void open.delete(request);
  page.on('request', (request) => {
    // Earlier requests may never report their end.
    if (request.isNavigationRequest()) open.clear();
    // Event streams stay open.
    if (!request.url().endsWith('/stream')) open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return open;
}

/** Consecutive idle checks of a settled page; renders may start requests between. */
const IDLE_CHECKS = 4;

/** Waits for no requests, skeletons or busy states. */
export async function settled(page: Page): Promise<void> {
  const open = follow(page);
  await page.waitForLoadState('load');
  let calm = 0;
  const look = async () => {
    const busy = await page.locator('[aria-busy=true], .animate-pulse').count();
    calm = open.size === 0 && busy === 0 ? calm + 1 : 0;
    return calm;
  };
  await expect
    .poll(look, { message: 'the page comes to rest', intervals: [60], timeout: 20_000 })
    .toBeGreaterThanOrEqual(IDLE_CHECKS);
}

/**
 * Opens a path as a link of the loaded application does, which costs a fifth of a page load. The
 * page comes to rest, and has another heading than before.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const before = await heading.textContent();
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await expect(heading, path).not.toHaveText(before ?? '');
  await settled(page);
}

/** Width of the page's content, which is that of the window unless it scrolls sideways. */
export const contentWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth);

/** Waits for finite animations: axe would measure colours midway. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Animations start in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const isUnderWay = ({ playState, effect }: Animation) =>
      playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime));
    for (;;) {
      const moving = document.getAnimations().filter(isUnderWay);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map((animation) => animation.finished));
    }
  });
}

/** Takes the last change back by its key, once its notice offers that. */
export async function undo(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await page.keyboard.press('z');
}

/** Waits for a document tab, or its download without a viewer. */
export async function opensDocument(page: Page, act: () => Promise<void>): Promise<void> {
  // Listens at once: the document may be fast.
  const opened = new Promise<string>((resolve) => {
    page.once('popup', (tab) => {
      tab.on('framenavigated', (frame) => frame.url().startsWith('blob:') && resolve(frame.url()));
      tab.on('download', (download) => resolve(download.url()));
      if (tab.url().startsWith('blob:')) resolve(tab.url());
    });
  });
  await act();
  expect(await opened).toMatch(/^blob:/);
}

/** Axe finds nothing but the fixed viewport: users can enable zoom. */
export async function accessible(page: Page): Promise<void> {
  await analyze(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'meta-viewport': { enabled: false }, 'meta-viewport-large': { enabled: false } },
  });
}

/** Like `accessible` in light, and with enough contrast in dark: only colours differ. */
export async function accessibleInBothThemes(page: Page): Promise<void> {
  await accessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
  await analyze(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/(^| )dark( |$)/);
}

/** Lets bars and headings of lists scroll away: axe takes what is below one for a close target. */
async function releaseBars(page: Page): Promise<() => Promise<void>> {
  const bars = page.locator('[data-bottom-bar], thead th');
  await bars.evaluateAll((all: HTMLElement[]) =>
    all.forEach(({ style }) => (style.position = 'static')),
  );
  return () =>
    bars.evaluateAll((all: HTMLElement[]) => all.forEach(({ style }) => (style.position = '')));
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A table's rows are alike: the first ones are checked. */
const ALIKE = 'tr[data-row-id]:nth-child(n+7)';

async function analyze(page: Page, options: axe.RunOptions): Promise<void> {
  await still(page);
  const restore = await releaseBars(page);
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE);
  }
  // Only violations are described: describing what passes takes most of the time.
  const found = await page.evaluate(
    async ({ chosen, exclude }) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(
        { include: document, exclude },
        { ...chosen, resultTypes: ['violations'] },
      );
      return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
    },
    { chosen: options, exclude: ALIKE },
  );
  await restore();
  expect
    .soft(
      found.map(({ id, html }) => `${id}: ${html.map((text) => text.slice(0, 140)).join(' | ')}`),
    )
    .toEqual([]);
}

/** Origin of the page's host; an empty page has that of the worker. */
export const originOf = (page: Page): string =>
  new URL(page.url() === EMPTY ? forThisWorker(HOSTS) : page.url()).origin;

/** The same host under another tenant's name. */
export function tenantOrigin(page: Page, tenant: string): string {
  const base = new URL(originOf(page));
  return `${base.protocol}//${tenant}.localhost:${base.port}`;
}
