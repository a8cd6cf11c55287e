// The shell, with axe on every page.
import {
  contentWidth,
  accessible,
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  tenantOrigin,
  visit,
} from './harness.ts';
import { call, upload } from './people.ts';

const nav = 'Main';

test('whoever is not signed in is sent to sign in, and comes back to where they wanted', async ({
  page,
}) => {
  await page.goto('/carriers?q=fleet');
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=/);
  await page.getByLabel('User name or email').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('Waybill-demo-1');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/carriers\?q=fleet$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Carriers' })).toBeVisible();
});

test('wrong words are told, missing ones are asked for', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your user name or email address.')).toBeVisible();
  await expect(page.getByLabel('User name or email')).toBeFocused();
  await page.getByLabel('User name or email').fill('nobody-of-this-name');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect.');
  await accessible(page);
});

test('signing out ends the session in this tab and in another', async ({ page, context }) => {
  await signIn(page, 'admin', '/');
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(other).toHaveURL(/\/auth\/login/);
});

test('the sidebar follows the role', async ({ page }) => {
  await signIn(page, 'admin', '/');
  for (const entry of ['Dashboard', 'Bookings', 'Customers', 'Carriers', 'Settings']) {
    await expect(
      page.getByRole('navigation', { name: nav }).getByRole('link', { name: entry, exact: true }),
    ).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Switch user' })).toBeVisible();
  await page.goto('/auth/logout');
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, 'customer', '/');
  const main = page.getByRole('navigation', { name: nav });
  await expect(main.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  for (const entry of ['Customers', 'Carriers', 'Drivers', 'Reports'])
    await expect(main.getByRole('link', { name: entry, exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Switch user' })).toHaveCount(0);
});

test('someone else goes on at the same page', async ({ page, context }) => {
  await signIn(page, 'admin');
  await page.goto('/settings');
  const other = await context.newPage();
  await other.goto('/settings');
  const name = await other.getByRole('link', { name: /View profile/ }).textContent();
  await page.getByRole('link', { name: 'Switch user' }).click();
  await page.getByLabel('User name or email').fill('dispatcher');
  await page.getByLabel('Password', { exact: true }).fill('Waybill-demo-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('link', { name: /View profile/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /View profile/ })).not.toHaveText(name ?? '');
  // The other tab follows and clears the first user's data.
  await expect(other.getByRole('link', { name: /View profile/ })).not.toHaveText(name ?? '');
});

test('every entry of the sidebar leads to a page', async ({ page }) => {
  await signIn(page, 'admin', '/');
  // Plugins' entries come last.
  await settled(page);
  const links = await page.getByRole('navigation', { name: nav }).getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses.slice(1)) {
    await visit(page, address ?? '/');
    await expect(page.getByText('Page not found')).toHaveCount(0);
    await expect(page.getByText('This page could not be shown')).toHaveCount(0);
  }
});

test('the search opens by keyboard, waits for three characters, and leads on', async ({ page }) => {
  await signIn(page, 'admin', '/');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByText('Search for something')).toBeVisible();
  await expect(dialog.getByText('Press esc to cancel.')).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().includes('/api/search'));
  await page.keyboard.type('zzzzqqq');
  expect((await asked).method()).toBe('POST');
  await expect(dialog.getByText('We could not find anything.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the palette has pages, actions and what was last seen before anything is searched', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .toContain('/customers\\",\\"title');
  await page.goto('/carriers');
  await expect(page.getByRole('heading', { level: 1, name: 'Carriers' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(
    dialog.getByRole('option', { name: 'Customers', exact: true }).first(),
  ).toBeVisible();
  await expect(dialog.getByRole('option', { name: 'New booking' })).toBeVisible();
  await accessible(page);
  await page.keyboard.type('da');
  await expect(dialog.getByRole('option', { name: 'Dark mode' })).toBeVisible();
  await page.keyboard.type('rk');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new cust');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers\/new/);
});

test('keys lead to pages, and a question mark lists them', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await settled(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('New booking')).toBeVisible();
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/finance\/payments$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  // c is the list's own new record, elsewhere a booking.
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/finance\/payments\/new$/);
  // A form has its first field in focus, where letters are text.
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dashboard$/);
  await settled(page);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/quotes\/new/);
});

test('dark and light are remembered', async ({ page }) => {
  await signIn(page, 'admin', '/');
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('button', { name: 'Light mode' })).toBeVisible();
});

test('zoom is off until it is allowed, and that is remembered', async ({ page }) => {
  await page.goto('/auth/login');
  const viewport = page.locator('meta[name=viewport]');
  await expect(page.getByRole('switch', { name: /Allow zoom/ })).not.toBeChecked();
  await expect(viewport).toHaveAttribute('content', /user-scalable=no/);
  await page.getByRole('switch', { name: /Allow zoom/ }).check();
  await page.reload();
  await expect(page.getByRole('switch', { name: /Allow zoom/ })).toBeChecked();
  await expect(viewport).not.toHaveAttribute('content', /user-scalable=no/);
});

test('a tenant knows nothing of another', async ({ page }) => {
  await signIn(page);
  await page.goto('/carriers');
  const first = page.getByRole('table').getByRole('link').first();
  const name = (await first.textContent()) ?? '';
  const account = (await first.getAttribute('href')) ?? '';
  const acme = tenantOrigin(page, 'acme');
  await page.goto(`${acme}/carriers`);
  await expect(page).toHaveURL(/acme\.localhost.*\/auth\/login/);
  await expect(page.getByRole('main').getByText('Acme Logistics').first()).toBeVisible();
  await signIn(page, 'admin', acme);
  await page.goto(`${acme}${account}`);
  await expect(page.getByText('Carrier account not found')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toHaveCount(0);
});

test('on a small screen the menu opens over the page and nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInSmall(page);
  await page.goto('/carriers');
  await settled(page);
  expect(await contentWidth(page)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: 'Settings', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  await accessible(page);
});

async function signInSmall(page: import('@playwright/test').Page) {
  await page.goto('/auth/login');
  await page.getByLabel('User name or email').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('Waybill-demo-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
}

test('axe finds nothing on any page, light or dark', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await accessibleInBothThemes(page);
  await signIn(page, 'admin', '/settings/users');
  for (const address of [
    '/dashboard',
    '/bookings',
    '/bookings-beta',
    '/customers',
    '/carriers',
    '/carriers/new/own-fleet',
    '/carriers/customers',
    '/settings',
  ]) {
    await visit(page, address);
    await test.step(address, () => accessibleInBothThemes(page));
  }
});

test("the tenant's own links stand in everybody's sidebar", async ({ page }) => {
  await signIn(page, 'admin', '/');
  const title = `Price list ${Date.now().toString(36)}`;
  const add = (link: object) =>
    call<{ sidebarLink: { id: number } }>(
      page,
      'POST',
      '/api/core/tenant/createorupdatesidebarlink',
      { sidebarLink: link },
    );
  const ids = [
    (await add({ title, url: 'https://prices.example.test/', icon: 'document', sortOrder: 1 }))
      .sidebarLink.id,
    (
      await add({
        title: `${title} inside`,
        url: '/settings/appearance',
        icon: 'star',
        sortOrder: 2,
      })
    ).sidebarLink.id,
  ];
  try {
    await page.reload();
    const links = page.getByRole('list', { name: 'Links' });
    await expect(
      links.getByRole('link', { name: `${title} (opens in a new tab)` }),
    ).toHaveAttribute('href', 'https://prices.example.test/');
    await expect(
      links.getByRole('link', { name: `${title} (opens in a new tab)` }),
    ).toHaveAttribute('target', '_blank');
    await accessible(page);
    await links.getByRole('link', { name: `${title} inside` }).click();
    await expect(page).toHaveURL(/\/settings\/appearance$/);
  } finally {
    for (const id of ids) await call(page, 'DELETE', `/api/core/tenant/deletesidebarlink?id=${id}`);
  }
});

test("the tenant's style sheet is the last word, for guests too", async ({ page }) => {
  await signIn(page, 'admin');
  const spacing = () =>
    page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => getComputedStyle(heading).letterSpacing);
  await upload(
    page,
    '/api/core/tenantsettings/uploadcustomcss',
    'own.css',
    'text/css',
    'h1 { letter-spacing: 7px; }',
  );
  try {
    await page.goto('/settings');
    await expect.poll(spacing).toBe('7px');
    await page.goto('/auth/logout');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }),
    ).toBeVisible();
    await expect.poll(spacing).toBe('7px');
  } finally {
    await signIn(page, 'admin');
    await call(page, 'DELETE', '/api/core/tenantsettings/removecustomcss');
  }
  await page.goto('/settings');
  await expect.poll(spacing).not.toBe('7px');
});

test('a notice is readable until it is gone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'admin');
  await page.goto('/settings/online-shops');
  const wait = page.getByRole('textbox', { name: /^Maximum wait for carriers/ });
  const before = await wait.inputValue();
  const button = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  const save = async (seconds: string) => {
    await wait.fill(seconds);
    await button.click();
  };
  await save(before === '2' ? '2.5' : '2');
  const notice = page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: 'Settings saved' });
  // So low that the button's bar is where notices are.
  await page.setViewportSize({ width: 1360, height: 340 });
  // Under the pointer it stays.
  await notice.hover();
  const isFree = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await button.evaluate(isFree), 'the button is not covered').toBe(true);
  await page.setViewportSize({ width: 1360, height: 850 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  // Slow enough to inspect midway.
  await browser.send('Animation.setPlaybackRate', { playbackRate: 0.02 });
  await notice.getByRole('button', { name: 'Close' }).press('Enter');
  const going = await notice.evaluate(async (element) => {
    await new Promise((done) => setTimeout(done, 1500));
    return {
      isMoving: element.getAnimations().length > 0,
      opacity: getComputedStyle(element).opacity,
    };
  });
  expect(going).toEqual({ isMoving: true, opacity: '1' });
  await browser.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await expect(notice).toHaveCount(0);
  await save(before);
  await expect(notice).toBeVisible();
});
