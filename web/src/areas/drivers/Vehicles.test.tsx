// Tests of a driver's vehicles: measures.
import { afterEach, expect, test } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { result, show, stage } from '../../../test/stage.tsx';
import { Vehicles } from './Vehicles.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => close?.());

test('a measure that is no number is not sent', async () => {
  const server = await stage(['Pages.Driver', 'Pages.Driver.Edit'], ({ method }) =>
    result(method === 'GET' ? { items: [], totalCount: 0 } : {}),
  );
  close = server.close;
  const user = await show(<Vehicles driverId={4} />);
  const [add = document.body] = await screen.findAllByRole('button', { name: 'New vehicle' });
  await user.click(add);
  const length = await screen.findByRole('textbox', { name: /^Length/ });
  await user.type(length, 'long');
  await user.type(screen.getByRole('textbox', { name: /^Gross vehicle mass/ }), '-1');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(length).toHaveAccessibleDescription(/A number is required/));
  expect(screen.getByRole('textbox', { name: /^Gross vehicle mass/ })).toHaveAccessibleDescription(
    /Must be at least 0/,
  );
  expect(screen.getByRole('textbox', { name: /^Width/ })).toHaveAccessibleDescription('');
});
