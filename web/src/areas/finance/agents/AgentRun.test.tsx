// Tests of runs of driver invoices.
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Reply } from '../../../../test/loopback.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import { AgentRun } from './AgentRun.tsx';

const RUN = {
  currency: 'AUD',
  totalInvoices: 1,
  totalAmount: 15,
  invoices: [
    {
      driverId: 1,
      driverName: 'Mia',
      id: null,
      charges: 1,
      amount: 15,
      error: null,
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
      taxExclusiveAmount: 14,
      tax: 1,
    },
  ],
};

let server: Awaited<ReturnType<typeof stage>>;
let arrive: (reply: Reply) => void;
afterEach(() => server.close());

async function open() {
  server = await stage(['Pages.Finance.Invoices.Create'], ({ path, body }) => {
    if (!path.endsWith('/runagentinvoices')) return refusal(404, 'There is no such call.');
    if ((JSON.parse(body) as { preview: boolean }).preview)
      return result({ ...RUN, isPreview: true });
    return new Promise<Reply>((resolve) => (arrive = resolve));
  });
  const user = await show(<AgentRun />);
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  await user.click(await screen.findByRole('button', { name: /^Create 1 invoice/ }));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: /^Create 1 invoice/ })).toHaveAttribute('aria-busy'),
  );
  expect(screen.getByText('Mia')).toBeVisible();
}

test('the preview stays while the invoices are created', async () => {
  await open();
  arrive(result({ ...RUN, isPreview: false }));
  expect(await screen.findByText(/^1 driver invoice created/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
});

test('the preview stays if the invoices could not be created', async () => {
  await open();
  arrive(refusal(409, 'Another run is being made.'));
  expect(await screen.findByText('Another run is being made.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Create 1 invoice/ })).toBeEnabled();
});
