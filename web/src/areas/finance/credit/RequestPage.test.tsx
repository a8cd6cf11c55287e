// Tests of errors in credit requests.
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { some } from '../../../../test/some.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import type { WholeInvoice } from '../model.ts';
import { RequestForm } from './RequestPage.tsx';

const INVOICE = some<WholeInvoice>({
  id: 5,
  customerId: 4,
  currency: 'AUD',
  invoiceDetails: [
    {
      id: 1,
      amount: 20,
      description: 'Freight',
      referenceNo: 'ABC1',
      invoiceDetailType: 'Freight',
    },
  ],
});

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

async function open() {
  server = await stage([], ({ path }) =>
    path.endsWith('/getcreditnotes')
      ? result({ items: [] })
      : refusal(409, 'The period is closed.'),
  );
  const user = await show(<RequestForm invoice={INVOICE} />);
  const amount = await screen.findByLabelText(/^Amount to credit for/);
  const request = () => user.click(screen.getByRole('button', { name: 'Request credit' }));
  return { user, amount, request };
}

test('a missing note is told at its field, which gets the focus', async () => {
  const { user, amount, request } = await open();
  await user.type(amount, '5');
  await request();
  const note = screen.getByLabelText('Note');
  expect(note).toHaveFocus();
  expect(note).toBeInvalid();
  expect(note).toHaveAccessibleDescription('Enter a note: it goes with each line.');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(note, 'Wrong weight');
  expect(note).toBeValid();
});

test('other errors are brought into sight, also for the second time', async () => {
  const { user, amount, request } = await open();
  const shown: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function shows(this: Element) {
    shown.push(this.textContent);
  });
  await request();
  await request();
  const missing = 'Enter an amount for the lines to credit.';
  expect(shown).toEqual([missing, missing]);
  await user.type(amount, '5');
  await user.type(screen.getByLabelText('Note'), 'Wrong weight');
  await request();
  await vi.waitFor(() => expect(shown.at(-1)).toBe('The period is closed.'));
});
