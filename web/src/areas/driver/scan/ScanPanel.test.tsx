// Tests of the typed code, which a scanner with keys writes too.
import { expect, it } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ScanPanel } from './ScanPanel.tsx';

it('takes the next code while the lookup of the last one is under way', async () => {
  const codes: string[] = [];
  const ends: (() => void)[] = [];
  const onCode = (code: string) => {
    codes.push(code);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  render(<ScanPanel scanned={null} onCode={onCode} />);
  const field = screen.getByRole('textbox', { name: 'Article number' });
  const user = userEvent.setup();
  await user.type(field, 'A1{Enter}');
  await user.type(field, 'B2{Enter}');
  await user.type(field, 'C');
  for (const end of ends) end();
  await user.type(field, '3{Enter}');
  expect(codes).toEqual(['A1', 'B2', 'C3']);
});
