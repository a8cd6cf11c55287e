// Tests of the amount table.
import { useState, type ReactNode } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { result, show, stage } from '../../../../test/stage.tsx';
import { some } from '../../../../test/some.ts';
import type { Invoice } from '../model.ts';
import { InvoiceAmounts, type InvoiceAmountsProps } from './InvoiceAmounts.tsx';

let server: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  server = await stage([], () => result(null));
});
afterAll(() => server.close());

const invoice = (id: number, outstandingAmount: number) =>
  some<Invoice>({
    id,
    invoiceNumber: `INV${id}`,
    invoiceDate: '2026-11-01',
    dueDate: '2026-11-15',
    isOverdue: id === 1,
    amount: 100,
    outstandingAmount,
  });
const INVOICES = [invoice(1, 100), invoice(2, 40)];

function Amounts({ onDone = () => undefined, ...rest }: Partial<InvoiceAmountsProps>) {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const write = (id: number, text: string | null) =>
    setTexts(
      new Map([...texts].filter(([one]) => one !== id).concat(text === null ? [] : [[id, text]])),
    );
  return (
    <InvoiceAmounts
      invoices={INVOICES}
      texts={texts}
      isTyped={(id) => texts.has(id)}
      onWrite={write}
      refused={new Map([[2, 'is being paid already']])}
      currency="AUD"
      nothing="There is none."
      onDone={onDone}
      {...rest}
    >
      <p>Keys</p>
    </InvoiceAmounts>
  );
}

/** Waits for the tenant. */
async function renderAmounts(amounts: ReactNode) {
  const user = await show(amounts);
  await screen.findByText(/^Keys$|^There is none/);
  return user;
}

const amount = (name: string) => screen.getByRole('textbox', { name: `Amount for ${name}` });
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

test('a tick pays all of an invoice, and without it nothing', async () => {
  const user = await renderAmounts(<Amounts isTickable />);
  await user.click(screen.getByRole('checkbox', { name: 'Pay INV1' }));
  expect(amount('INV1')).toHaveValue('100.00');
  await user.click(screen.getByRole('checkbox', { name: 'Pay INV1' }));
  expect(amount('INV1')).toHaveValue('');
  expect(screen.queryByRole('columnheader', { name: 'Remaining' })).toBeNull();
});

test('what is typed is judged beside it, and what the server said stands there until then', async () => {
  const user = await renderAmounts(<Amounts isDetailed />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(amount('INV2')).toHaveAccessibleDescription('is being paid already');
  await user.type(amount('INV2'), '41');
  expect(amount('INV2')).toHaveAccessibleDescription('Exceeds the outstanding amount');
  await user.clear(amount('INV2'));
  await user.type(amount('INV2'), '30');
  expect(within(row('INV2')).getAllByRole('cell').at(-1)).toHaveTextContent('$10.00');
});

test('the keys go through the amounts, take all, take back and are done', async () => {
  const onDone = vi.fn();
  const user = await renderAmounts(<Amounts onDone={onDone} />);
  await user.click(amount('INV1'));
  await user.keyboard('={Enter}');
  expect(amount('INV1')).toHaveValue('100.00');
  expect(amount('INV2')).toHaveFocus();
  await user.keyboard('{ArrowUp}{Escape}');
  expect(amount('INV1')).toHaveValue('');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onDone).toHaveBeenCalledOnce();
});

test('while it is being paid nothing can be changed, and without invoices that is said', async () => {
  await renderAmounts(<Amounts isTickable isLocked />);
  expect(amount('INV1')).toBeDisabled();
  expect(screen.getByRole('checkbox', { name: 'Pay INV1' })).toBeDisabled();
  cleanup();
  await renderAmounts(<Amounts invoices={[]} />);
  expect(screen.getByText('There is none.')).toBeVisible();
});
