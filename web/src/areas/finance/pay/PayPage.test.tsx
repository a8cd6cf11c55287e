// Tests of card payments whose invoices are loaded again.
import { screen } from '@testing-library/react';
import type * as Router from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { refetch, refusal, result, show, stage } from '../../../../test/stage.tsx';
import { queryClient } from '../../../api/query-client.ts';
import { invoicesKey } from '../queries.ts';
import { PayPage } from './PayPage.tsx';

// The stage has one route for all pages.
vi.mock('@tanstack/react-router', async (original) => {
  const router = await original<typeof Router>();
  return {
    ...router,
    getRouteApi: () => ({ useSearch: () => router.useSearch({ strict: false }) }),
  };
});

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

test('a payment form stays if its invoices cannot be loaded again', async () => {
  let isFailing = false;
  server = await stage(['Pages.Finance.Payments.Create'], ({ path }) => {
    if (path.endsWith('/getcardoptions'))
      return result({ provider: 'pay', currency: 'AUD', surcharges: [], tokenizationKey: 'k' });
    if (path.endsWith('/getinvoices') && !isFailing)
      return result({
        items: [
          {
            id: 5,
            invoiceNumber: 'INV5',
            currency: 'AUD',
            outstandingAmount: 20,
            totalAmount: 20,
            invoiceDate: '2026-01-01',
            dueDate: '2026-01-31',
          },
        ],
        totalCount: 1,
      });
    return refusal(409, 'Not now.');
  });
  const user = await show(<PayPage />, '/?customer=4');
  const amount = await screen.findByRole('textbox', { name: /INV5/ });
  await user.clear(amount);
  await user.type(amount, '7.5');
  isFailing = true;
  await refetch(invoicesKey);
  expect(queryClient.getQueryState([...invoicesKey, 'outstanding', 4])?.status).toBe('error');
  expect(screen.getByRole('textbox', { name: /INV5/ })).toHaveValue('7.5');
});
