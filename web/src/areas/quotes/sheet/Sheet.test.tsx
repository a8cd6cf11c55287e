// Tests of a sheet in which one types while its booking is sent.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { some } from '../../../../test/some.ts';
import { refusal, show, stage } from '../../../../test/stage.tsx';
import type { FinishResult } from '../booking.ts';
import { emptyDraft } from '../model.ts';
import type { FinishOptions } from '../use-finish.ts';
import { Sheet } from './Sheet.tsx';

let options: FinishOptions;
vi.mock('../use-finish.ts', () => ({
  useFinish: (given: FinishOptions) => {
    options = given;
    return { busy: 'book', finish: vi.fn(), offer: null, takeOffer: vi.fn(), leaveOffer: vi.fn() };
  },
}));

test('texts typed while a booking is sent are on the next sheet, with the focus', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const server = await stage(['Pages.Booking.Create'], () =>
    refusal(404, 'There is no such call.'),
  );
  const initial = { ...emptyDraft(null), reference: 'PO 1', deliveryInstructions: 'Ring twice' };
  const user = await show(
    <Sheet initial={initial} isOfBooking={false} bookingId={null} name="sheet:test" />,
  );
  await waitFor(() => expect(options).toBeDefined());
  const booked = structuredClone(options.form.getValues());
  const quick = await screen.findByLabelText('Add goods', { selector: 'input' });
  const contact = document.querySelector<HTMLInputElement>('[name="receiver.contactName"]');
  if (!contact) throw new Error('The receiver has no contact.');
  await user.type(quick, '2 cartons');
  await user.type(contact, 'Ana');
  act(() =>
    options.onDone(
      'book',
      some<FinishResult>({
        booking: some<FinishResult['booking']>({ id: 9, bookingStatus: 'Booked' }),
        manifests: [],
        labels: [],
        leftUndone: null,
      }),
      null,
      booked,
    ),
  );
  await waitFor(() => expect(options.form.getValues('deliveryInstructions')).toBe(''));
  expect(options.form.getValues('receiver.contactName')).toBe('Ana');
  expect(options.form.getValues('reference')).toBe('');
  expect(quick).toHaveValue('2 cartons');
  await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
  expect(contact).toHaveFocus();
  vi.unstubAllGlobals();
  await server.close();
});
