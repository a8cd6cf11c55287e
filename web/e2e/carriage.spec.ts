// Tests of manifests and pickups.
import { booked } from './booked.ts';
import { accessible, expect, opensDocument, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';

const waiting = (page: Page, name: string) => page.getByRole('region', { name });

test(
  'what waits is manifested after a question, its manifest printed again, ' +
    'and its pickup booked and cancelled',
  async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, 'dispatcher', '/');
    // Unique, so other tests' bookings aren't collected.
    const sender = `Cellar ${Date.now()}`;
    const { id, account } = await booked(page, 'MAN-1', { companyName: sender });
    expect(id).toBeGreaterThan(0);

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('manifests');
    await page
      .getByRole('option', { name: /^Manifests/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Manifests' })).toBeVisible();
    const panel = waiting(page, 'Waiting to be manifested');
    const line = panel.getByRole('listitem').filter({ hasText: account });
    await expect(line).toContainText(/pieces? · [\d.,]+ kg/, { timeout: 45_000 });
    await expect(line).toContainText(/pickup/);
    await settled(page);
    await accessible(page);

    const button = line.getByRole('button', { name: /^Manifest \d+ consignments?$/ });
    const label = await button.innerText();
    await button.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', {
      name: new RegExp(`${label.trim()} of Own fleet · ${account}`),
    });
    await expect(question).toContainText('cannot be undone');
    await question.getByRole('button', { name: label.trim() }).click();
    await expect(question).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole('status', { name: 'Outcome' })).toContainText('manifested');
    await page.getByRole('button', { name: 'Close results' }).click();

    const { items } = await call<{ items: { manifestId: string }[] }>(
      page,
      'GET',
      `/api/booking/booking/getbookings?filter=id eq ${id}&maxResultCount=1&skipCount=0`,
    );
    const number = items[0]?.manifestId ?? '';
    expect(number).not.toBe('');
    const row = page.locator('tr[data-row-id]').filter({ hasText: number });
    await expect(row).toContainText('Manifested');
    // Totals come with the list, without a request for each row.
    const sums = page
      .waitForRequest((request) => request.url().includes('getbookingssummary'), { timeout: 3000 })
      .catch(() => null);
    await page.reload();
    await expect(row).toContainText(/\d+ kg.*[\d.]+ m³/);
    expect(await sums).toBeNull();
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
    await expect(page.getByText('MAN-1')).toBeVisible();
    await settled(page);
    await accessible(page);
    await opensDocument(page, () => page.getByRole('button', { name: 'Print again' }).click());

    await page.goto('/bookings/pickups');
    const collect = waiting(page, 'Waiting for a pickup')
      .getByRole('listitem')
      .filter({ hasText: `${sender}, Richmond` })
      .filter({ hasText: '2 pieces · 20 kg' });
    await settled(page);
    await accessible(page);
    await collect.getByRole('button', { name: /^Book pickup of/ }).click();
    const asked = page.getByRole('dialog', { name: /^Book a pickup of/ });
    await asked.getByRole('button', { name: /^Book pickup of/ }).click();
    await expect(asked).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole('status', { name: 'Outcome' })).toContainText('pickup booked');
    await page.getByRole('button', { name: 'Close results' }).click();
    const pickup = page
      .locator('tr[data-row-id]')
      .filter({ hasText: sender })
      .filter({ hasText: 'Booked' })
      .first();
    const confirmation = (await pickup.getByRole('link').first().innerText()).trim();
    await pickup.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: confirmation })).toBeVisible();
    await expect(page.getByText('MAN-1')).toBeVisible();
    await settled(page);
    await accessible(page);
    await page.getByRole('button', { name: 'Cancel pickup…' }).click();
    const sure = page.getByRole('dialog', { name: `Cancel pickup ${confirmation}?` });
    await sure.getByRole('button', { name: 'Cancel pickup', exact: true }).click();
    await expect(sure).toBeHidden();
    await expect(page.locator(':has(> h1) + *')).toHaveText('Cancelled');
  },
);

test('what does not exist, and what one may not see, says so', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings/manifests/999999');
  await expect(page.getByText('This manifest does not exist')).toBeVisible();
  await page.goto('/bookings/pickups/nonsense');
  await expect(page.getByText('This pickup does not exist')).toBeVisible();
  await page.route('**/api/booking/manifest/getmanifests**', (route) => route.abort());
  await page.goto('/bookings/manifests');
  await expect(page.getByRole('heading', { level: 1, name: 'Manifests' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('The manifests could not be loaded')).toBeVisible();
});
