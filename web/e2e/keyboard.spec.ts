// Tests of the keyboard: search, shortcuts, undo.
import {
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  visit,
  type Page,
} from './harness.ts';
import { call } from './people.ts';

const rows = (page: Page) => page.locator('tr[data-row-id]');

async function list(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
  await settled(page);
}

test('every key after Ctrl and K is text, while the palette is still loading', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/CommandPalette-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/bookings');
  await expect(rows(page).first()).toBeVisible();
  // With a ticked row, m and l would act on it.
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('c00001ml?');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const input = dialog.getByRole('combobox', { name: 'Search' });
  await expect(input).toHaveValue('c00001ml?');
  await expect(page).toHaveURL(/\/bookings$/);
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  release();
  // Enter waits for the results, and a customer's number is an exact match.
  await expect(page).toHaveURL(/\/customers\/\d+\/details$/);
  await expect(dialog).toHaveCount(0);
});

test('the search finds records, pages, settings and actions, and gives the focus back', async ({
  page,
}) => {
  await signIn(page);
  await list(page, '/bookings');
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const option = (name: string | RegExp) => dialog.getByRole('option', { name });
  await page.keyboard.type('tolerances');
  await expect(option(/^Tolerances/)).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('combobox').fill('new booking');
  await expect(option('New booking')).toContainText('c');
  await dialog.getByRole('combobox').fill('invoices');
  await expect(option(/^Invoices/).first()).toContainText('g i');
  await dialog.getByRole('combobox').fill('INV000002');
  await expect(option(/INV000002/)).toHaveAttribute('aria-selected', 'true');
  await accessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(rows(page).first()).toBeFocused();
  await page.getByRole('button', { name: 'Search...' }).click();
  await page.keyboard.type('tolerances');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/tolerances$/);
});

/** Pages with rows, boards or sheets, and a page without any. */
const SCREENS = [
  '/dashboard',
  '/bookings',
  '/bookings-beta',
  '/bookings/manifests',
  '/bookings/pickups',
  '/quotes/new',
  '/customers',
  '/customers/1/details',
  '/carriers',
  '/rates',
  '/reconciliation',
  '/finance/invoices',
  '/finance/payments',
  '/finance/remittances',
  '/finance/bank',
  '/finance/receivables',
  '/finance/credit-notes',
  '/finance/fees',
  '/finance/ledger',
  '/settings/users',
  '/settings/roles',
  '/settings/api-keys',
  '/settings/languages',
  '/settings/webhooks',
  '/settings/views',
];

test('no screen has a key twice, or shows a key that does nothing', async ({ page }) => {
  test.setTimeout(360_000);
  await signIn(page, 'admin', '/settings');
  for (const address of SCREENS) {
    await visit(page, address);
    const hints = await page
      .locator('[aria-keyshortcuts]:visible')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-keyshortcuts') ?? ''));
    // The sheet begins in a field, which takes every letter.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    const keys = await dialog
      .locator('dd')
      .evaluateAll((all) =>
        all.map((one) => [...one.querySelectorAll('kbd')].map((key) => key.textContent).join(' ')),
      );
    const first = keys.map((key) => (/^(g|Shift|Ctrl) /.test(key) ? key : key.split(' ')[0]));
    const twice = first.filter((key, index) => first.indexOf(key) !== index);
    expect.soft(twice, `keys of two meanings on ${address}`).toEqual([]);
    const idle = hints.filter((key) => !first.includes(key));
    expect.soft(idle, `keys shown on ${address} that do nothing`).toEqual([]);
    if (address === '/bookings') await accessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('c is new, e edits and n notes on the row in focus', async ({ page }) => {
  await signIn(page);
  await list(page, '/customers');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/customers\/\d+\/edit$/);
  await list(page, '/customers');
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/customers\/\d+\/details\?tab=notes#note$/);
  await expect(page.getByRole('textbox', { name: 'Add a note' })).toBeFocused();
  await page.keyboard.type('Rings before noon');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Rings before noon' })).toBeVisible();
  await list(page, '/customers');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/customers\/new$/);
  await list(page, '/settings/roles');
  await page.keyboard.press('j');
  await page.keyboard.press('.');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/settings\/roles\/\d+$/);
});

test('what a bulk action did is taken back by z', async ({ page }) => {
  await signIn(page);
  await list(page, '/rates');
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('?');
  const overview = page.getByRole('dialog');
  await expect(overview.getByText('Retire', { exact: true })).toBeVisible();
  await expect(overview.getByText('Activate', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  // An open dialog keeps the keys of the page.
  await expect(overview).toBeHidden();
  await expect(rows(page).first()).toBeFocused();
  const id = Number(await rows(page).first().getAttribute('data-row-id'));
  try {
    await page.keyboard.press('x');
    await expect(rows(page).first().getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('d');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Retire' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/1 of 1: retired/)).toBeVisible();
    await expect(rows(page).first()).toContainText('Retired');
    await page.keyboard.press('z');
    await expect(page.getByText(/1 of 1: retired/)).toHaveCount(0);
    await expect(rows(page).first()).toContainText('In effect');
  } finally {
    // Other tests need the card.
    await call(page, 'POST', '/api/rates/rate-card/process-rate-cards', {
      operation: 'Activate',
      ids: [id],
    });
  }
});
