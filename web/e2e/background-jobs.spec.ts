// The organisation's background jobs.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

test('an invoice run is listed with its user and its state', async ({ page }) => {
  await signIn(page, 'admin');
  const days = { fromDate: '2026-01-01', toDate: '2026-01-31', invoiceDate: '2026-01-31' };
  await call(page, 'POST', '/api/finance/invoice/runinvoices', { ...days, preview: true });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Background jobs' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Background jobs' })).toBeVisible();
  const job = page.getByRole('row').filter({ hasText: 'Create invoices' }).first();
  await expect(job).toContainText('Done');
  await settled(page);
  await accessible(page);
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('nobody of this name');
  await expect(page.getByText('No matching jobs')).toBeVisible();
});
