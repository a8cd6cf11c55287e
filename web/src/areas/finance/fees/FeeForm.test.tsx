// Tests of the events that a fee's type can have.
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import { result, show, stage } from '../../../../test/stage.tsx';
import { FeeForm } from './FeeForm.tsx';
import type { Fee, TypeEvents } from './model.ts';

const TYPES: TypeEvents[] = [
  { feeType: 'FuelLevy', events: ['Booking', 'Job'] },
  { feeType: 'Storage', events: ['ScanEvent'] },
  { feeType: 'CreditCardSurcharge', events: [] },
];

let server: Awaited<ReturnType<typeof stage>>;
let saved: Record<string, unknown>[];
afterEach(() => server.close());

async function open(fee: Fee | null) {
  saved = [];
  server = await stage([], ({ body }) => {
    const sent = JSON.parse(body) as { fee: Record<string, unknown> };
    saved.push(sent.fee);
    return result({ fee: { ...sent.fee, id: 1, rowVersion: 2 } });
  });
  const user = await show(<FeeForm fee={fee} types={TYPES} />);
  const type = await screen.findByRole('combobox', { name: 'For' });
  return { user, type };
}
const event = () => screen.queryByRole('combobox', { name: 'Triggered by' });
const names = () => [...(event() as HTMLSelectElement).options].map(({ text }) => text);

test('the event follows the type', async () => {
  const { user, type } = await open(null);
  await user.type(screen.getByLabelText('Name'), 'Storing');
  await user.selectOptions(type, 'Fuel levy');
  expect(names()).toEqual(['Booking', 'Job']);
  await user.selectOptions(type, 'Storage');
  expect(names()).toEqual(['Scan event']);
  await user.click(screen.getByRole('button', { name: 'Add fee' }));
  await expect
    .poll(() => saved)
    .toMatchObject([{ feeType: 'Storage', applyOn: 'ScanEvent', name: 'Storing' }]);
});

test('a type without events cannot be chosen, and says why', async () => {
  const { user, type } = await open(null);
  await user.type(screen.getByLabelText('Name'), 'Cards');
  await user.selectOptions(type, 'Credit card surcharge');
  expect(event()).toBeNull();
  expect(type).toHaveAccessibleDescription(/under Card payments/);
  await user.click(screen.getByRole('button', { name: 'Add fee' }));
  expect(type).toBeInvalid();
  expect(saved).toEqual([]);
});

test('a stored fee keeps an event that never charges it', async () => {
  const fee = some<Fee>({
    id: 1,
    rowVersion: 1,
    name: 'Storing',
    feeType: 'Storage',
    applyOn: 'Booking',
    invoiceType: 'Fee',
    calcMethod: 'Fixed',
    minimum: 0,
    feeRates: [],
    customerTypes: [],
  });
  const { user, type } = await open(fee);
  expect(event()).toHaveDisplayValue('Booking');
  expect(event()).toHaveAccessibleDescription(/Choose another event/);
  await user.type(screen.getByLabelText('Name'), ' goods');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => saved)
    .toMatchObject([{ feeType: 'Storage', applyOn: 'Booking', name: 'Storing goods' }]);
  expect(type).toBeValid();
});
