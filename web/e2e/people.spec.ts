// Users, roles, permissions, units and audit log.
import { type APIRequestContext, type Browser } from '@playwright/test';
import { accessible, expect, PASSWORD, settled, signIn, test, type Page } from './harness.ts';

const unique = () => Date.now().toString(36).toUpperCase().slice(-7);

async function makeRole(
  page: Page,
  name: string,
  area: string,
  permissions: string[],
): Promise<void> {
  await page.goto('/settings/roles/new');
  await page.getByLabel('Display name').fill(name);
  const tree = page.getByRole('tree', { name: 'Permissions' });
  await tree.getByRole('treeitem', { name: area, exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  for (const permission of permissions)
    await tree.getByRole('treeitem', { name: permission, exact: true }).click();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
}

/** Returns the user's id. */
async function makeUser(page: Page, userName: string, role: string): Promise<number> {
  await page.goto('/settings/users/new');
  await page.getByLabel('Name', { exact: true }).fill('Robin');
  await page.getByLabel(/^Surname/).fill(userName);
  await page.getByLabel('Email', { exact: true }).fill(`${userName.toLowerCase()}@people.example`);
  await page.getByLabel('User name').fill(userName.toLowerCase());
  await page.getByLabel('Set a random password').uncheck();
  await page.getByLabel('Send an activation email').uncheck();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('group', { name: 'Roles' }).getByLabel(role).check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page).toHaveURL(/\/settings\/users\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: `Robin ${userName}` })).toBeVisible();
  return Number(/\d+$/.exec(page.url())?.[0]);
}

async function asSomebodyElse(
  browser: Browser,
  baseURL: string | undefined,
  userName: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-AU' });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await page.getByLabel('User name or email').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await look(page);
  await context.close();
}

async function attempt(
  request: APIRequestContext,
  userName: string,
  password: string,
): Promise<number> {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as {
    csrfToken: string;
  };
  const answer = await request.post('/api/auth/callback/credentials', {
    form: { userName, password, csrfToken, callbackUrl: '/', json: 'true' },
  });
  return answer.status();
}

async function menu(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a role with three permissions is made, given to a new user, and holds', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = unique();
  await signIn(page);
  await page.goto('/settings/roles');
  await page.getByRole('link', { name: 'New role' }).first().click();
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Display name is required' }).click();
  await expect(page.getByLabel('Display name')).toBeFocused();

  await makeRole(page, `Yard ${id}`, 'Bookings', [
    'Create bookings',
    'Edit bookings',
    'Cancel bookings',
  ]);
  await page.getByRole('searchbox', { name: 'Search roles' }).fill(`yard ${id}`);
  await page.getByRole('link', { name: `Yard ${id}` }).click();
  const tree = page.getByRole('tree', { name: 'Permissions' });
  await expect(tree.getByRole('treeitem', { name: 'Bookings', exact: true })).toHaveAttribute(
    'aria-checked',
    'mixed',
  );
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('edit bookings');
  await expect(tree.getByRole('treeitem', { name: 'Edit bookings' })).toBeChecked();
  await settled(page);
  await accessible(page);

  const user = await makeUser(page, `Yard${id}`, `Yard ${id}`);
  await settled(page);
  await accessible(page);
  await page.getByLabel(/^Phone number/).fill('+61 3 9000 1234');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Robin Yard${id} saved`).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Phone number/)).toHaveValue('+61 3 9000 1234');
  await expect(page.getByRole('group', { name: 'Roles' }).getByLabel(`Yard ${id}`)).toBeChecked();

  await asSomebodyElse(browser, baseURL, `yard${id}`, async (other) => {
    const main = other.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: 'Bookings', exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Customers' })).toHaveCount(0);
    await other.goto(`/settings/users/${user}`);
    await expect(other.getByText('You are not permitted to see this setting')).toBeVisible();
  });
});

test('a user is given and denied permissions of their own, and goes back to the roles', async ({
  page,
}) => {
  const id = unique();
  await signIn(page);
  await makeRole(page, `Desk ${id}`, 'Bookings', ['Create bookings', 'Edit bookings']);
  const user = await makeUser(page, `Desk${id}`, `Desk ${id}`);
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await expect(page).toHaveURL(/tab=permissions/);
  const tree = page.getByRole('tree');
  const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(item('Create bookings')).toContainText('From role');
  await item('Create bookings').click();
  await item('Cancel bookings').click();
  await expect(item('Create bookings')).toContainText('Removed');
  await expect(item('Cancel bookings')).toContainText('Granted');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Permissions of .* saved$/).first()).toBeVisible();
  await page.reload();
  await expect(item('Create bookings')).toContainText('Removed');
  await expect(item('Cancel bookings')).toContainText('Granted');
  await expect(page.getByText('1 granted, 1 removed')).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.goto(`/settings/users?q=desk${id}&permission=Pages.Booking.Cancel`);
  await expect(page.getByRole('link', { name: `Robin Desk${id}` })).toBeVisible();
  await page.goto(`/settings/users?q=desk${id}&permission=Pages.Booking.Create`);
  await expect(page.getByText('No matching users')).toBeVisible();

  await page.goto(`/settings/users/${user}?tab=permissions`);
  await page.getByRole('button', { name: 'Back to roles' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Same as the roles.')).toBeVisible();
});

test('somebody locked out is seen, unlocked, and gets in again; deleted, they are gone', async ({
  page,
  playwright,
  baseURL,
}) => {
  const id = unique();
  await signIn(page);
  await makeRole(page, `Gate ${id}`, 'Bookings', ['Create bookings']);
  const user = await makeUser(page, `Gate${id}`, `Gate ${id}`);
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  for (let wrong = 0; wrong < 5; wrong += 1) await attempt(request, `gate${id}`, `wrong-${wrong}`);
  expect(await attempt(request, `gate${id}`, PASSWORD)).not.toBe(200);

  await page.goto('/settings/users?active=locked');
  await expect(page.getByRole('link', { name: `Robin Gate${id}` })).toBeVisible();
  await menu(page, `Robin Gate${id}`, 'Unlock');
  await expect(page.getByText(`Robin Gate${id} unlocked`).first()).toBeVisible();
  expect(await attempt(request, `gate${id}`, PASSWORD)).toBe(200);

  await page.goto(`/settings/users/${user}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: `Delete Robin Gate${id}?` });
  await accessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/settings\/users(\?|$)/);
  await page.goto(`/settings/users/${user}`);
  await expect(page.getByText('User not found')).toBeVisible();
  expect(await attempt(request, `gate${id}`, PASSWORD)).not.toBe(200);
  await request.dispose();
});

test('a key is shown once, works, and works no more when it is revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  const id = unique();
  await signIn(page);
  await makeRole(page, `Robot ${id}`, 'Bookings', ['Create bookings']);
  const user = await makeUser(page, `Robot${id}`, `Robot ${id}`);
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New API key' }).click();
  const shown = page.getByRole('dialog', { name: `New API key of Robin Robot${id}` });
  await shown.getByRole('button', { name: 'Create key' }).click();
  const clientId = await shown.getByLabel('Client ID', { exact: true }).inputValue();
  const secret = await shown.getByLabel('Client secret', { exact: true }).inputValue();
  expect(secret.length).toBeGreaterThan(20);
  await accessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy Client secret' }).click();
  await expect(shown.getByText('Client secret copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: `Revoke key ${clientId}` })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const ask = () =>
    request.post('/token', {
      form: { client_id: clientId, client_secret: secret, grant_type: 'client_credentials' },
    });
  expect((await ask()).status()).toBe(200);

  await page.goto('/settings/api-keys');
  await expect(page.getByRole('row', { name: new RegExp(`Robin Robot${id}`) })).toContainText(
    clientId,
  );
  await settled(page);
  await accessible(page);
  await page.goto(`/settings/users/${user}?tab=keys`);
  await page.getByRole('button', { name: `Revoke key ${clientId}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No API keys')).toBeVisible();
  expect((await ask()).status()).toBe(401);
  await request.dispose();
});

test('units are made, and moved by keyboard and by mouse; members come and go', async ({
  page,
}) => {
  const id = unique();
  await signIn(page);
  await page.goto('/settings/organization-units');
  const tree = page.getByRole('tree', { name: 'Organisation units' });
  const unit = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name} ${id}`) });
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'New unit' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(`${name} ${id}`);
    await page.keyboard.press('Enter');
    await expect(unit(name)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await create('Alpha');
  await create('Beta');
  await create('Gamma');
  await expect(unit('Gamma')).toHaveAttribute('aria-level', '1');

  // By keyboard alone: the row's menu, "Move to…", the place, and back in the tree.
  await unit('Beta').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Move Beta ${id}` });
  await dialog.getByRole('searchbox').fill(`alpha ${id}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(unit('Beta')).toHaveAttribute('aria-level', '2');

  // By mouse: onto another unit, and back by the notice.
  await unit('Gamma').dragTo(unit('Beta'));
  await expect(unit('Gamma')).toHaveAttribute('aria-level', '3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(unit('Gamma')).toHaveAttribute('aria-level', '1');
  await unit('Gamma').dragTo(unit('Alpha'));
  await expect(unit('Gamma')).toHaveAttribute('aria-level', '2');
  // A unit cannot go below itself: nothing happens.
  await unit('Alpha').dragTo(unit('Beta'));
  await expect(unit('Alpha')).toHaveAttribute('aria-level', '1');

  await unit('Beta').click();
  await page.getByRole('button', { name: 'Add members' }).click();
  const adding = page.getByRole('dialog', { name: `Add members to Beta ${id}` });
  await adding.getByRole('searchbox').fill('dispatcher');
  const found = adding.getByRole('checkbox').first();
  await found.check();
  await accessible(page);
  await adding.getByRole('button', { name: 'Add 1 user' }).click();
  const members = page.getByRole('region', { name: 'Members', exact: true });
  await expect(members.getByRole('row')).toHaveCount(2);
  await expect(unit('Beta')).toContainText('1');
  await settled(page);
  await accessible(page);
  await members.getByRole('button', { name: /^Remove / }).click();
  await expect(page.getByText('No members yet')).toBeVisible();

  await unit('Beta').focus();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Name').fill(`Bravo ${id}`);
  await page.keyboard.press('Enter');
  await expect(unit('Bravo')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await unit('Alpha').focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: `Delete Alpha ${id}?` });
  await expect(question).toContainText('Its 2 sub-units are also deleted.');
  await question.getByRole('button', { name: 'Delete 3 units' }).click();
  await expect(unit('Alpha')).toHaveCount(0);
  await expect(unit('Bravo')).toHaveCount(0);
});

test('the list is narrowed, sorted, exported and walked by keyboard, and its address tells all of it', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/settings/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await settled(page);
  await accessible(page);
  const asked = page.waitForRequest(
    (request) => /getusers/i.test(request.url()) && request.url().includes('dispatcher'),
  );
  await page.getByRole('searchbox', { name: 'Search users' }).fill('dispatcher');
  expect(new URL((await asked).url()).searchParams.get('filter')).toContain(
    "contains(tolower(userName),'dispatcher')",
  );
  await expect(page).toHaveURL(/q=dispatcher/);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(page).toHaveURL(/sort=-surname/);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/users.*\.csv$/);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Phone number' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Phone number' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('dispatcher');

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/users\/\d+$/);
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Users' })
    .click();
  await expect(page).toHaveURL(/q=dispatcher/);
});

test('a user of a customer is made for that customer, and has only what customers may have', async ({
  page,
}) => {
  const id = unique();
  await signIn(page);
  await page.goto('/settings/users/new');
  await page.getByLabel('Belongs to').selectOption('Customer');
  await expect(page.getByText('Choose a customer')).toBeVisible();
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByPlaceholder('Search customers…').fill('a');
  await page.getByRole('dialog').getByRole('option').first().click();
  await expect(page).toHaveURL(/customer=\d+/);
  await page.getByLabel('Name', { exact: true }).fill('Sasha');
  await page.getByLabel(/^Surname/).fill(`Client${id}`);
  await page.getByLabel('Email', { exact: true }).fill(`client${id}@people.example`);
  await page.getByLabel('User name').focus();
  await expect(page.getByLabel('User name')).toHaveValue(`client${id.toLowerCase()}`);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Sasha Client${id}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(page.getByRole('treeitem', { name: /^Bookings/ })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^Carriers/ })).toHaveCount(0);
  await page.goto(`/settings/users?q=client${id}`);
  await expect(page.getByText('No matching users')).toBeVisible();
  await page
    .getByRole('group', { name: 'User type' })
    .getByRole('button', { name: 'Customer users' })
    .click();
  await expect(page.getByRole('link', { name: `Sasha Client${id}` })).toBeVisible();
});

test('what is taken is refused at its field, and unsaved changes ask first', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings/users/new');
  await page.getByLabel('Name', { exact: true }).fill('Second');
  await page.getByLabel('Email', { exact: true }).fill('second-admin@people.example');
  await page.getByLabel('User name').fill('admin');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bookings', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await expect(page.getByLabel('User name')).toHaveValue('admin');
});

test('the audit log tells who changed what, with the values before and after', async ({ page }) => {
  const id = unique();
  await signIn(page);
  await makeRole(page, `Log ${id}`, 'Bookings', ['Create bookings']);
  const user = await makeUser(page, `Log${id}`, `Log ${id}`);
  await page.getByLabel(/^Phone number/).fill('+61 3 9000 5678');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Robin Log${id} saved`).first()).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  await expect(page.getByRole('row', { name: /^Phone number.*9000 5678/ })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.getByRole('link', { name: 'Show in audit log' }).click();
  await expect(page).toHaveURL(new RegExp(`audit-log\\?.*id=${user}`));
  const changed = page.getByRole('row').filter({ hasText: 'Changed' }).first();
  await changed.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByRole('row', { name: /^Phone number.*9000 5678/ })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.getByRole('search').getByRole('button', { name: 'Change' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/change=Created/);
  await expect(page.getByRole('row').filter({ hasText: 'Created' }).first()).toBeVisible();
  await page.goto('/settings/audit-log?who=nobody-of-this-name');
  await expect(page.getByText('No matching entries')).toBeVisible();
});

test('an administrator signs in as somebody, and comes back', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings/users?q=dispatcher');
  await settled(page);
  const name = (await page.getByRole('row').nth(1).getByRole('link').first().innerText()).trim();
  await menu(page, name, 'Sign in as this user…');
  await page
    .getByRole('dialog', { name: `Sign in as ${name}?` })
    .getByRole('button', { name: 'Sign in as this user' })
    .click();
  await expect(
    page
      .getByRole('button', { name: 'End impersonation' })
      .or(page.getByRole('link', { name: 'End impersonation' }))
      .first(),
  ).toBeVisible();
  await page.goto('/settings/users');
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
});

for (const look of ['dark', 'narrow'] as const) {
  test(`axe finds nothing, ${look}`, async ({ page }) => {
    test.setTimeout(240_000);
    await signIn(page);
    await (look === 'dark'
      ? page.emulateMedia({ colorScheme: 'dark' })
      : page.setViewportSize({ width: 390, height: 844 }));
    for (const path of [
      'users',
      'users/new',
      'users?q=zzzzz',
      'roles',
      'roles/new',
      'roles/1',
      'organization-units',
      'api-keys',
      'audit-log',
    ]) {
      await page.goto(`/settings/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      await accessible(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${path} does not scroll sideways`,
      ).toBe(true);
    }
  });
}
