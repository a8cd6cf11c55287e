// Plugin versions: canary and pins.
import { accessible, expect, settled, signIn, test, tenantOrigin, type Page } from './harness.ts';
import { enable, entry, packed, plugin, signer, widget } from './package.ts';
import { call } from './people.ts';

const mark = Date.now().toString(36);
const id = `shoals-${mark}`;
const name = `Shoals ${mark}`;
const maker = signer();
const makerName = `Maker of ${mark}`;

const packageFor = (version: string): Buffer =>
  packed(
    plugin({
      id,
      name,
      version,
      web: widget('Widget'),
      files: {
        'web/remoteEntry.js': entry({
          Widget: `    return () => h('p', null, ${JSON.stringify(`${name} by ${version}`)});`,
        }),
      },
    }),
    maker,
  );

async function asPlatform(page: Page, tab = ''): Promise<void> {
  await page.goto('/auth/login');
  const origin = tenantOrigin(page, 'platform');
  await signIn(page, 'admin', origin);
  await page.goto(`${origin}/platform/plugins${tab}`);
}

async function asTenant(page: Page): Promise<string> {
  await page.goto('/auth/login');
  const origin = tenantOrigin(page, 'acme');
  await signIn(page, 'admin', origin);
  return origin;
}

async function upload(page: Page, version: string): Promise<void> {
  await page.getByLabel('Package', { exact: true }).setInputFiles({
    name: `${id}-${version}.wbp`,
    mimeType: 'application/zip',
    buffer: packageFor(version),
  });
  await expect(page.getByRole('button', { name: `Activate ${name} ${version}…` })).toBeVisible();
}

test.describe.configure({ mode: 'serial' });

test('the platform takes two versions and makes the first active', async ({ page }) => {
  await asPlatform(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Platform plugins' })).toBeVisible();
  await call(page, 'POST', '/api/plugins/platform/trustsigner', {
    key: maker.key,
    name: makerName,
  });
  await upload(page, '1.0.0');
  await page.getByRole('button', { name: `Activate ${name} 1.0.0…` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await upload(page, '2.0.0');
});

test('a version is tried out on a share of the calls, watched and stopped', async ({ page }) => {
  await asPlatform(page, `/${id}?tab=versions`);
  await expect(page.getByText('All tenants use the active version.')).toBeVisible();
  await page.getByLabel('Share of calls in percent').fill('20');
  await page.getByRole('button', { name: 'Start trial' }).click();
  const table = page.getByRole('region', { name: 'Calls since the trial started' });
  await expect(table.getByRole('row').filter({ hasText: '2.0.0' })).toContainText(
    'Trial with 20 % of calls',
  );
  await expect(table.getByRole('row').filter({ hasText: '1.0.0' })).toContainText('Active');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Stop trial…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop trial' }).click();
  await expect(page.getByText(/^The trial of 2\.0\.0 was stopped by/)).toBeVisible();
});

test('a tenant stays at its version while another is made active', async ({ page }) => {
  const origin = await asTenant(page);
  await enable(page, id);
  await page.goto(`${origin}/settings/plugins/${id}`);
  await page.getByRole('combobox', { name: 'Version' }).selectOption('Stay on 1.0.0');
  await page
    .getByRole('form', { name: `Version of ${name}` })
    .getByRole('button', { name: 'Save' })
    .click();
  await expect(page.getByText('Your organisation stays on 1.0.0.')).toBeVisible();
  await settled(page);
  await accessible(page);

  await asPlatform(page, `/${id}?tab=versions`);
  await page.getByRole('button', { name: 'Start trial' }).click();
  await page.getByRole('button', { name: 'Activate 2.0.0…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText(/^2\.0\.0 activated by/)).toBeVisible();

  await page.goto(`${origin}/dashboard`);
  await expect(page.getByText(`${name} by 1.0.0`)).toBeVisible();
});

test('the platform has the tenant follow again', async ({ page }) => {
  await asPlatform(page, `/${id}?tab=versions`);
  const pins = page.getByRole('region', { name: 'Pinned tenants' });
  await expect(pins.getByRole('row').filter({ hasText: '1.0.0' })).toHaveCount(1);
  await settled(page);
  await accessible(page);
  await pins.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use active version' }).click();
  await expect(page.getByText('All tenants use the active version.')).toBeVisible();
  const origin = await asTenant(page);
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByText(`${name} by 2.0.0`)).toBeVisible();
});

test('it is taken away again', async ({ page }) => {
  await asPlatform(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Platform plugins' })).toBeVisible();
  await call(page, 'POST', '/api/plugins/platform/remove', { plugin: id });
  const kept = await call<{ id: number; plugin: string }[]>(
    page,
    'GET',
    '/api/plugins/platform/getpackages',
  );
  for (const one of kept.filter((one) => one.plugin === id))
    await call(page, 'DELETE', `/api/plugins/platform/deletepackage?id=${one.id}`);
  const signers = await call<{ id: number; name: string }[]>(
    page,
    'GET',
    '/api/plugins/platform/getsigners',
  );
  for (const one of signers.filter((one) => one.name === makerName))
    await call(page, 'DELETE', `/api/plugins/platform/revokesigner?id=${one.id}`);
});
