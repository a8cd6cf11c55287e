// Test harness: sign-in, CSP watch, accessibility check.
import { test as base, expect, type Page, type Request } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Waybill-demo-1';
export type Person = 'admin' | 'dispatcher' | 'finance' | 'warehouse' | 'customer' | 'driver';

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

/** Signs in, on this tenant without the form. */
export async function signIn(page: Page, person: Person = 'admin', origin = ''): Promise<void> {
  follow(page);
  if (origin) return await fillSignInForm(page, person, origin);
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
  await page.goto('/');
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

/** Lets bars at the bottom of a page scroll away: axe takes what is below one for covered. */
async function releaseBars(page: Page): Promise<() => Promise<void>> {
  const bars = page.locator('[data-bottom-bar]');
  await bars.evaluateAll((all: HTMLElement[]) =>
    all.forEach(({ style }) => (style.position = 'static')),
  );
  return () =>
    bars.evaluateAll((all: HTMLElement[]) => all.forEach(({ style }) => (style.position = '')));
}

async function analyze(page: Page, options: RunOptions): Promise<void> {
  await still(page);
  const restore = await releaseBars(page);
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  // Only violations are described: describing what passes takes most of the time.
  const found = await page.evaluate(async (chosen) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await loaded.run(document, { ...chosen, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
  }, options);
  await restore();
  expect
    .soft(
      found.map(({ id, html }) => `${id}: ${html.map((text) => text.slice(0, 140)).join(' | ')}`),
    )
    .toEqual([]);
}

/** The same host under another tenant's name. */
export function tenantOrigin(page: Page, tenant: string): string {
  const base = new URL(page.url());
  return `${base.protocol}//${tenant}.localhost:${base.port}`;
}
