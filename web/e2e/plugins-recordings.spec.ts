// Recording failed plugin calls, with consent.
import { accessible, expect, settled, signIn, test, tenantOrigin } from './harness.ts';

const PLUGIN = 'own-fleet';

test('recording is switched on for an hour, and off again', async ({ page }) => {
  await page.goto('/auth/login');
  const origin = tenantOrigin(page, 'acme');
  await signIn(page, 'admin', origin);
  await page.goto(`${origin}/settings/plugins/${PLUGIN}/log`);
  const record = page.getByRole('switch', { name: /Record failed calls/ });
  await expect(record).not.toBeChecked();
  await record.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('contain customer data');
  await dialog.getByRole('button', { name: 'Record for an hour' }).click();
  await expect(record).toBeChecked();
  await expect(page.getByText(/turned on by/)).toBeVisible();
  await expect(page.getByText('No calls recorded.')).toBeVisible();
  await settled(page);
  await accessible(page);
  await record.click();
  await expect(record).not.toBeChecked();
});
