// A payment that is recorded before its invoices have arrived.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { readerOf } from '../../../../test/reader.ts';
import type { Reply } from '../../../../test/loopback.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import { AllocationForm, type AllocationFormProps } from './AllocationForm.tsx';
import type { Share } from './allocation.ts';

const INVOICE = {
  id: 7,
  outstandingAmount: 30,
  invoiceDate: '2026-03-01',
  dueDate: '2026-03-02',
};
const INVOICES = { items: [INVOICE], totalCount: 1 };

afterEach(() => readerOf('en'));

async function open(invoices: Promise<Reply>, kind: 'payment' | 'remittance' = 'payment') {
  const server = await stage(['Pages.Finance.Remittance'], ({ path }) =>
    path.endsWith('/getinvoices') ? invoices : refusal(404, 'There is no such call.'),
  );
  const saved: Share[][] = [];
  const paid: (number | null)[] = [];
  const props: AllocationFormProps<null> = {
    kind,
    customerId: 1,
    amount: 30,
    firstInvoice: 7,
    action: 'Record payment',
    save: ({ amount }, shares) => {
      paid.push(amount);
      return Promise.resolve(null).finally(() => saved.push(shares));
    },
    notice: () => 'Recorded',
    saved: () => null,
    onCancel: () => null,
  };
  const user = await show(<AllocationForm {...props} />);
  const field = await screen.findByLabelText(/^Amount/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { user, saved, paid, server };
}

for (const kind of ['payment', 'remittance'] as const)
  test(`an amount that is entered before the invoices are shown is allocated: ${kind}`, async () => {
    let arrive: (reply: Reply) => void = () => null;
    const { user, saved, server } = await open(new Promise((resolve) => (arrive = resolve)), kind);
    await user.keyboard('20{Enter}');
    expect(saved).toEqual([]);
    arrive(result(INVOICES));
    await waitFor(() => expect(saved).toEqual([[{ invoiceId: 7, amount: 20 }]]));
    await server.close();
  });

test('an amount with a decimal comma is paid and allocated as it was typed', async () => {
  readerOf('de');
  const { user, saved, paid, server } = await open(Promise.resolve(result(INVOICES)));
  expect(document.activeElement).toHaveValue('30,00');
  await user.keyboard('12,50{Enter}');
  await waitFor(() => expect(saved).toEqual([[{ invoiceId: 7, amount: 12.5 }]]));
  expect(paid).toEqual([12.5]);
  await server.close();
});

test('nothing is recorded while the invoices cannot be loaded', async () => {
  const { user, saved, server } = await open(
    Promise.resolve(refusal(400, 'The invoices are being moved.')),
  );
  await user.keyboard('20{Enter}');
  expect(await screen.findAllByText('The invoices are being moved.')).not.toHaveLength(0);
  expect(saved).toEqual([]);
  await server.close();
});
