// A package: signing key, upload, consent, removal.
import { accessible, expect, settled, signIn, test, tenantOrigin, type Page } from './harness.ts';
import { entry, packed, plugin, signer, widget } from './package.ts';
import { call } from './people.ts';

const mark = Date.now().toString(36);
const id = `tides-${mark}`;
const name = `Tides ${mark}`;
const maker = signer();
const title = `Tide table ${mark}`;
const makerName = `Maker ${mark}`;

const pages = `[[web.routes]]
id = "table"
path = "table"
module = "./Table"
title = "${title}"

[[web.nav]]
id = "table"
title = "${title}"
icon = "map"
route = "table"
area = "Carrier"
`;

const panel = (at: string) =>
  `[[web.slots]]\nid = "${at.split('.')[0]}"\nslot = "${at}"\nmodule = "./Panel"\n\n`;

/** A version that needs new consent with `more`: panels in two more places. */
const packageFor = (version: string, more = false): Buffer => {
  const says = `${name} by ${version}`;
  const modules = {
    Panel: `    return ({ customer, quote, customerId }) => h(kit.Card, null,
      ${JSON.stringify(name)} + (customer ? ' knows ' + customer.name
        : ' ships by ' + quote.carrier + ' for ' + quote.total + ' and ' + customerId));`,
    Widget: `    return () => h('p', null, ${JSON.stringify(says)});`,
    Table: `    return ({ base, rest }) => h(kit.Card, null, base + ' shows ' + (rest || 'everything'));`,
  };
  const web = `${widget('Widget')}${
    more ? panel('customer.detail.panel@1') + panel('quote.result.panel@1') : ''
  }${pages}`;
  return packed(
    plugin({
      id,
      name,
      version,
      capabilities: more ? ['key-value'] : [],
      web,
      files: { 'web/remoteEntry.js': entry(modules) },
    }),
    maker,
  );
};

const packageRow = (page: Page, version: string) =>
  page
    .getByRole('region', { name: `Packages of ${name}` })
    .getByRole('row')
    .filter({ hasText: version });

async function upload(page: Page, version: string, bytes: Buffer): Promise<void> {
  await page
    .getByLabel('Package', { exact: true })
    .setInputFiles({ name: `${id}-${version}.wbp`, mimeType: 'application/zip', buffer: bytes });
}

async function makeActive(page: Page, version: string): Promise<void> {
  await page.getByRole('button', { name: `Activate ${name} ${version}…` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(packageRow(page, version)).toContainText('Active');
}

async function asPlatform(page: Page): Promise<void> {
  await page.goto('/auth/login');
  const origin = tenantOrigin(page, 'platform');
  await signIn(page, 'admin', origin);
  await page.goto(`${origin}/platform/plugins`);
  await expect(page.getByRole('heading', { level: 1, name: 'Platform plugins' })).toBeVisible();
}

async function asTenant(page: Page): Promise<string> {
  await page.goto('/auth/login');
  const origin = tenantOrigin(page, 'acme');
  await signIn(page, 'admin', origin);
  return origin;
}

const card = (page: Page) => page.getByRole('region', { name, exact: true });

test.describe.configure({ mode: 'serial' });

test('a package is refused until its signer is trusted, then taken and made active', async ({
  page,
}) => {
  await asPlatform(page);
  await upload(page, '1.0.0', packageFor('1.0.0'));
  await expect(page.getByRole('alert')).toContainText('was rejected');
  await page.getByRole('button', { name: 'Trust a signer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Trust a signer' });
  await dialog.getByLabel('Name').fill(makerName);
  await dialog.getByLabel('Public key').fill(maker.key);
  await dialog.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: makerName })).toBeVisible();
  await upload(page, '1.0.0', packageFor('1.0.0'));
  await makeActive(page, '1.0.0');
  await settled(page);
  await accessible(page);
});

test('the tenant sees what it asks for, agrees, and has its page and its part', async ({
  page,
}) => {
  const origin = await asTenant(page);
  await page.goto(`${origin}/x/${id}/table`);
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.goto(`${origin}/settings/plugins`);
  await page.getByRole('button', { name: `Enable ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list')).toContainText('dashboard.widget@1');
  await expect(dialog.getByRole('button', { name: 'Enable' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page)).toContainText('Enabled');
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByText(`${name} by 1.0.0`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(`/x/${id}/table shows everything`)).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page');
  await page.goto(`${origin}/x/${id}/table/spring/7`);
  await expect(page.getByText(`/x/${id}/table shows spring/7`)).toBeVisible();
  await accessible(page);
});

test('a version that asks for more waits for a new agreement', async ({ page }) => {
  await asPlatform(page);
  await upload(page, '1.1.0', packageFor('1.1.0', true));
  await makeActive(page, '1.1.0');

  const origin = await asTenant(page);
  await page.goto(`${origin}/settings/plugins`);
  await card(page).getByRole('button', { name: 'Review and approve' }).click();
  const dialog = page.getByRole('dialog', { name: `Review permissions of ${name}` });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'New' })).toHaveCount(3);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page)).toContainText('Enabled');
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByText(`${name} by 1.1.0`)).toBeVisible();
});

test("its panels stand on a customer's page and below a chosen price", async ({ page }) => {
  const origin = await asTenant(page);
  await page.goto(`${origin}/customers`);
  const customer = page.getByRole('table').getByRole('link').first();
  const called = (await customer.textContent()) ?? '';
  await customer.click();
  await expect(page.getByText(`${name} knows ${called}`)).toBeVisible();
  await page.goto(`${origin}/quotes/new`);
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByPlaceholder('Search customers').fill(called);
  await page.getByRole('option', { name: called }).click();
  for (const [field, text] of [
    ['From', 'richmond'],
    ['To', 'parramatta'],
  ] as const) {
    await page.getByRole('combobox', { name: field, exact: true }).fill(text);
    await page.locator('[role=listbox] [role=option]').first().click();
  }
  const item = page.getByRole('group', { name: 'Item 1' });
  for (const [label, value] of [
    ['Quantity', '1'],
    ['Length in cm', '40'],
    ['Width in cm', '30'],
    ['Height in cm', '30'],
    ['Weight per piece in kg', '5'],
  ] as const)
    await item.getByLabel(label).fill(value);
  await page.getByRole('radio').first().check();
  await expect(
    page.getByText(new RegExp(`^${name} ships by [a-z-]+ for [0-9.]+ and [0-9]+$`)),
  ).toBeVisible();
});

test('the way back needs no agreement', async ({ page }) => {
  await asPlatform(page);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Roll back to 1.0.0…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await expect(packageRow(page, '1.0.0')).toContainText('Active');
  const origin = await asTenant(page);
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByText(`${name} by 1.0.0`)).toBeVisible();
});

test('what is removed is gone for everybody', async ({ page }) => {
  await asPlatform(page);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(packageRow(page, '1.0.0')).toContainText('Not in use');
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
  const origin = await asTenant(page);
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
  await expect(page.getByText(`${name} by`)).toHaveCount(0);
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
});
