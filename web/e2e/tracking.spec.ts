// Public tracking, by form or link.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call, signOut } from './people.ts';

interface TrackedBooking {
  consignmentId: string;
  toAddress: { postCode: string };
}

test('somebody who is not signed in finds a consignment from the sign-in page, and the link works again', async ({
  page,
}) => {
  await signIn(page, 'dispatcher', '/');
  const { items } = await call<{ items: TrackedBooking[] }>(
    page,
    'GET',
    "/api/booking/booking/getbookings?filter=bookingStatus eq 'Delivered' " +
      'and consignmentId ne null&maxResultCount=1&skipCount=0',
  );
  const [found] = items;
  expect(found).toBeDefined();
  await signOut(page);

  await page.getByRole('link', { name: 'Track a consignment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Track a consignment' })).toBeVisible();
  await expect(page.getByLabel('Connote number')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the connote number.').first()).toBeVisible();
  await page.getByLabel('Connote number').fill(found?.consignmentId ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0001');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^We found no consignment/)).toBeVisible();
  await accessible(page);

  await page.getByLabel('Postcode').fill(found?.toAddress.postCode ?? '');
  await page.keyboard.press('Enter');
  const consignment = page.getByRole('region', { name: `Consignment ${found?.consignmentId}` });
  await expect(consignment).toContainText('Delivered');
  await expect(page.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Tracking' }).getByRole('listitem').first(),
  ).toBeVisible();
  // Shows status only, not parties.
  await settled(page);
  await accessible(page);

  const address = page.url();
  expect(address).toContain('#connoteNumber=');
  await page.goto('about:blank');
  await page.goto(address);
  await expect(consignment).toBeVisible();
});
