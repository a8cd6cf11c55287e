// Booking settings: holidays, tracking period, visible names.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';

const DEFAULTS = { holidays: [], trackingDays: 45, showStaffNames: false };
const reset = (page: Page) =>
  call(page, 'PUT', '/api/core/tenantsettings/updateallsettings', { bookings: DEFAULTS });
const save = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Settings saved', { exact: true }).first()).toBeVisible();
};
const next = new Date().getFullYear() + 1;

test('a holiday added by keyboard is kept, pasted days are read, and past ones cleared', async ({
  page,
}) => {
  await signIn(page);
  await reset(page);
  await page.goto('/settings');
  await page
    .getByRole('main')
    .getByRole('searchbox', { name: 'Search the settings' })
    .fill('public holiday');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Bookings/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await settled(page);
  await expect(page.getByText('No holidays', { exact: true })).toBeVisible();
  try {
    // The same with day or month first.
    await page.getByLabel('Day', { exact: true }).focus();
    await page.keyboard.type(`1212${next}`);
    await page.keyboard.press('Enter');
    const table = page.getByRole('region', { name: 'Holidays' });
    await expect(table.locator(`time[datetime="${next}-12-12"]`)).toBeVisible();
    await page.getByRole('button', { name: 'Paste multiple' }).press('Enter');
    await page
      .getByLabel('One day in each line')
      .fill(`${next}-01-01 New Year's Day\n2020-12-25\n${next}-12-12\nBoxing Day`);
    await page.getByRole('button', { name: 'Add these days' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '2 days added' })).toContainText(
      'Already listed:',
    );
    await expect(page.getByLabel('One day in each line')).toHaveValue('Boxing Day');
    await expect(table.getByRole('row')).toHaveCount(4);
    await settled(page);
    await accessible(page);
    await page.getByRole('button', { name: 'Remove past holidays' }).press('Enter');
    await expect(table.getByRole('row')).toHaveCount(3);
    await save(page);
    await page.reload();
    await expect(table.locator('time')).toHaveCount(2);
    expect(
      await table
        .locator('time')
        .evaluateAll((days) => days.map((day) => day.getAttribute('datetime'))),
    ).toEqual([`${next}-01-01`, `${next}-12-12`]);
    await table
      .getByRole('button', { name: /^Remove/ })
      .first()
      .press('Enter');
    await expect(table.getByRole('button', { name: /^Remove/ })).toBeFocused();
    await settled(page);
    await accessible(page);
  } finally {
    await reset(page);
  }
});

test('tracking ends after the days that are typed, and names are shown where that is chosen', async ({
  page,
}) => {
  await signIn(page);
  await reset(page);
  await page.goto('/settings/bookings');
  const days = page.getByRole('textbox', { name: /^Stop tracking after/ });
  await expect(days).toHaveValue('45');
  try {
    await days.fill('400');
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByText('Enter whole days from 1 to 365').first()).toBeVisible();
    await days.fill('30');
    const names = page.getByRole('checkbox', { name: /^Staff names/ });
    await names.press('Space');
    await save(page);
    await page.reload();
    await expect(days).toHaveValue('30');
    await expect(names).toBeChecked();
    await settled(page);
    await accessible(page);
    // The emails' page leaves these unchanged.
    await page.goto('/settings/booking-emails');
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: 'Picked up', exact: true })
      .press('Space');
    await save(page);
    await page.goto('/settings/bookings');
    await expect(days).toHaveValue('30');
    await page.goto('/settings/booking-emails');
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: 'Picked up', exact: true })
      .press('Space');
    await save(page);
  } finally {
    await reset(page);
  }
});
