// Failing front ends show a fallback.
import { test, expect, type Page } from '@playwright/test';
import { signIn } from './harness.ts';
import {
  enable,
  entry,
  install,
  packed,
  plugin,
  signer,
  widget,
  type FrontEnd,
} from './package.ts';
import { call } from './people.ts';

const mark = Date.now().toString(36);
const id = (name: string) => `${name}-${mark}`;
const says = (words: string) => `    return () => h('p', null, ${JSON.stringify(words)});`;
const fromFile = (file: string) =>
  `    const { words } = await import('./${file}');\n    return () => h('p', null, words);`;

/** Attempts the policy must block; each would mark the page. */
const TRIES = `    const tries = [
      () => (0, eval)('globalThis.ranByEval = true'),
      () => new Function('globalThis.ranByFunction = true')(),
      () => { const script = document.createElement('script');
        script.textContent = 'globalThis.ranInline = true'; document.head.append(script); },
      () => { const script = document.createElement('script');
        script.src = 'data:text/javascript,globalThis.ranByData=true'; document.head.append(script); },
      () => { const script = document.createElement('script');
        script.src = 'https://elsewhere.test/x.js'; document.head.append(script); },
      () => { document.body.insertAdjacentHTML('beforeend',
        '<img src="x" onerror="globalThis.ranByHandler = true">'); },
      () => { document.body.setAttribute('onclick', 'globalThis.ranByAttribute = true'); document.body.click(); },
      () => setTimeout('globalThis.ranByTimer = true', 0),
      () => import('data:text/javascript,globalThis.ranByImport=true').catch(() => undefined),
      () => fetch('https://elsewhere.test/').catch(() => undefined),
    ];
    return () => {
      useEffect(() => { for (const one of tries) { try { one(); } catch { /* what the policy is for */ } } });
      return h('p', null, 'has tried everything');
    };`;

const PIECES = {
  Good: says('an honest part'),
  Render: `    return () => { throw new Error('at render'); };`,
  Tries: TRIES,
  Tampered: fromFile('tampered.js'),
  Missing: fromFile('missing.js'),
  Slow: fromFile('slow.js'),
};

const FACES: FrontEnd[] = [
  {
    id: id('pieces'),
    files: {
      'web/remoteEntry.js': entry(PIECES),
      'web/tampered.js': `export const words = 'as it was signed';`,
      'web/missing.js': `export const words = 'missing';`,
      'web/slow.js': `export const words = 'came late';`,
    },
    web: Object.keys(PIECES)
      .map((name) => widget(name))
      .join(''),
  },
  {
    id: id('loading'),
    files: { 'web/remoteEntry.js': entry({ W: says('never') }, `throw new Error('at load');`) },
    web: widget('W'),
  },
  {
    id: id('hanging'),
    files: { 'web/remoteEntry.js': entry({ W: says('never') }, 'await new Promise(() => {});') },
    web: widget('W'),
  },
  {
    id: id('future'),
    sdk: '^9.0.0',
    files: { 'web/remoteEntry.js': entry({ W: says('never') }, 'globalThis.futureRan = true;') },
    web: widget('W'),
  },
];

const COULD_NOT = 'This section could not be shown.';
const fallback = (page: Page, plugin: string) =>
  page.locator(`[data-plugin-fallback="${id(plugin)}"]`);

let base = '';
const tenantUrl = (tenant: string) => `http://${tenant}.localhost:${new URL(base).port}`;

test.beforeAll(async ({ browser, baseURL }) => {
  base = baseURL ?? '';
  const page = await browser.newPage();
  await signIn(page, 'admin', tenantUrl('platform'));
  const us = signer();
  await call(page, 'POST', '/api/plugins/platform/trustsigner', {
    key: us.key,
    name: `Bad faces ${mark}`,
  });
  for (const face of FACES) await install(page, packed(plugin(face), us));
  await signIn(page, 'admin', tenantUrl('acme'));
  for (const face of FACES) await enable(page, face.id);
  await page.close();
});

test.afterAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, 'admin', tenantUrl('platform'));
  for (const face of FACES)
    await call(page, 'POST', '/api/plugins/platform/remove', { plugin: face.id });
  const kept = await call<{ id: number; plugin: string }[]>(
    page,
    'GET',
    '/api/plugins/platform/getpackages',
  );
  for (const one of kept.filter(({ plugin }) => plugin.endsWith(mark)))
    await call(page, 'DELETE', `/api/plugins/platform/deletepackage?id=${one.id}`);
  const signers = await call<{ id: number; name: string }[]>(
    page,
    'GET',
    '/api/plugins/platform/getsigners',
  );
  for (const one of signers.filter(({ name }) => name.endsWith(mark)))
    await call(page, 'DELETE', `/api/plugins/platform/revokesigner?id=${one.id}`);
  await page.close();
});

test('what throws, hangs, is missing, was tampered with, comes late or is too new is contained', async ({
  page,
}) => {
  const errors: string[] = [];
  const violations: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.exposeFunction(
    'reportViolation',
    (directive: string) => void violations.push(directive),
  );
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      (globalThis as unknown as { reportViolation: (directive: string) => void }).reportViolation(
        effectiveDirective,
      ),
    ),
  );
  await page.route(/\/plugins\/pieces-[^/]+\/[^/]+\/tampered\.js/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.tamperedRan = true; export const words = 'tampered with';`,
    }),
  );
  await page.route(/\/plugins\/pieces-[^/]+\/[^/]+\/missing\.js/, (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  let letSlowGo = () => {};
  const held = new Promise<void>((resolve) => (letSlowGo = resolve));
  await page.route(/\/plugins\/pieces-[^/]+\/[^/]+\/slow\.js/, async (route) =>
    held.then(() => route.continue()),
  );

  await signIn(page, 'admin', tenantUrl('acme'));
  await page.goto(`${tenantUrl('acme')}/dashboard`);
  await expect(page.getByText('an honest part')).toBeVisible();

  await test.step('while one of them is on its way, it is waited for in its place and the page works', async () => {
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Dark mode' }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    letSlowGo();
    await expect(page.getByText('came late')).toBeVisible();
  });
  await test.step('thrown at load, thrown at render, tampered with, missing', async () => {
    await expect(fallback(page, 'loading')).toContainText(COULD_NOT);
    await expect(fallback(page, 'pieces')).toHaveCount(3);
    for (const text of ['as it was signed', 'tampered with', 'missing'])
      await expect(page.getByText(text, { exact: true })).toHaveCount(0);
  });
  await test.step('too new', async () => {
    await expect(fallback(page, 'future')).toContainText('requires a different version');
  });
  await test.step('a script outside the policy never runs', async () => {
    await expect(page.getByText('has tried everything')).toBeVisible();
    await expect
      .poll(() => new Set(violations.map((one) => one.replace(/-(elem|attr)$/, ''))))
      .toEqual(new Set(['script-src', 'connect-src', 'require-trusted-types-for']));
    expect(
      await page.evaluate(() =>
        Object.keys(globalThis).filter((name) => /^ran[A-Z]|Ran$/.test(name)),
      ),
    ).toEqual([]);
  });
  await test.step('what never answers is given up after its time, and can be asked again', async () => {
    await expect(fallback(page, 'hanging')).toContainText(COULD_NOT, { timeout: 12_000 });
    await expect(
      fallback(page, 'hanging').getByRole('button', { name: 'Try again' }),
    ).toBeVisible();
  });
  await test.step('the page stands', async () => {
    await expect(page.getByText('an honest part')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Carriers', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Carriers' })).toBeVisible();
    expect(errors).toEqual([]);
  });
});
