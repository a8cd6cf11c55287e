// Tests of menus: the focus after closing.
import { expect, test } from 'vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DropdownMenu, HostProvider, type HostApi } from '@waybill/plugin';

test('Escape gives the focus back before the next key', async () => {
  render(
    <HostProvider value={{ navigate: () => {} } as unknown as HostApi}>
      <DropdownMenu trigger={<button type="button">More</button>} items={[{ text: 'Edit' }]} />
    </HostProvider>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  await userEvent.click(button);
  const item = await screen.findByRole('menuitem', { name: 'Edit' });
  item.focus();
  fireEvent.keyDown(item, { key: 'Escape' });
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole('menuitem')).toBeNull();
});
