// Webhooks: checks, secret, deliveries, resending, rotation.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

interface ReceivedRequest {
  signature: string;
  event: string;
  body: string;
}

async function receiver() {
  const told: ReceivedRequest[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      told.push({
        signature: String(request.headers['waybill-signature']),
        event: String(request.headers['waybill-event']),
        body,
      });
      response
        .writeHead(answer.status, { 'content-type': 'text/plain' })
        .end(answer.status === 200 ? 'taken' : 'no room');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    told,
    answer,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: () => server.close(),
  };
}

/** True if the secret made one of the signatures. */
function isGenuine(secret: string, { signature, body }: ReceivedRequest): boolean {
  const [time, ...signatures] = signature
    .split(',')
    .map((part) => part.slice(part.indexOf('=') + 1));
  return signatures.includes(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
}

test('a program is told of new customers and can check who told it', async ({ page }) => {
  test.setTimeout(120_000);
  const hook = await receiver();
  await signIn(page, 'admin');
  await page.goto('/settings/webhooks');
  await page.getByRole('link', { name: 'New webhook' }).first().click();
  const name = `Warehouse ${Date.now().toString(36)}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/hooks');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('Choose at least one event.').first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^Customer created/ }).check();
  await page.getByRole('button', { name: 'Sample message: Customer created' }).click();
  await expect(page.getByRole('region', { name: 'Message' })).toContainText(
    '"type": "customer.created"',
  );
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText(/its address is private/).first()).toBeVisible();
  await page.getByLabel('Address', { exact: true }).fill(hook.url);
  await accessible(page);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await accessible(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Nothing sent yet')).toBeVisible();

  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByRole('heading', { name: 'Test message' })).toBeVisible();
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Response to attempt 1' })).toHaveText('taken');
  expect(hook.told.map(({ event }) => event)).toEqual(['ping']);
  await settled(page);
  await accessible(page);

  hook.answer.status = 503;
  await call(page, 'POST', '/api/customer/customer/createorupdatecustomer', {
    customer: { companyName: `${name} Wines` },
  });
  await expect.poll(() => hook.told.length).toBe(2);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name }).click();
  const row = page.getByRole('row', { name: /Customer created/ });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toContainText('Retrying', { timeout: 1000 });
  }).toPass();
  await expect(row).toContainText('503');
  await expect(row).toContainText('no room');
  await settled(page);
  await accessible(page);
  await row.getByRole('link').click();
  hook.answer.status = 200;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Attempt 2', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message' })).toContainText(`${name} Wines`);
  expect(hook.told[2]?.body).toBe(hook.told[1]?.body);
  expect(hook.told.every((message) => isGenuine(secret, message))).toBe(true);

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New secret…' }).click();
  await page
    .getByRole('dialog', { name: `New secret for ${name}` })
    .getByRole('button', { name: 'Create secret' })
    .click();
  const next = await page
    .getByRole('dialog', { name: 'Signing secret' })
    .getByLabel('Secret', { exact: true })
    .inputValue();
  expect(next).not.toBe(secret);
  await page
    .getByRole('dialog', { name: 'Signing secret' })
    .getByRole('button', { name: 'Done' })
    .click();
  await expect(page.getByText(/signed with the previous secret as well/)).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect.poll(() => hook.told.length).toBe(4);
  const last = hook.told[3] as ReceivedRequest;
  expect([isGenuine(secret, last), isGenuine(next, last)]).toEqual([true, true]);

  await page.goto('/settings/webhooks');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} deleted`).first()).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  hook.close();
});
