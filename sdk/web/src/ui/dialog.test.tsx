// Tests of dialogs: the focus after closing.
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, Dialog } from '@waybill/plugin';

function Sample({ isKept }: { isKept: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {(open || isKept) && (
        <Dialog open={open} onOpenChange={setOpen} title="Keys">
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

test.each([true, false])('Escape gives the focus back before the next key', async (isKept) => {
  render(<Sample isKept={isKept} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  const field = await screen.findByRole('textbox', { name: 'Name' });
  expect(field).toHaveFocus();
  fireEvent.keyDown(field, { key: 'Escape' });
  // No timer runs until then.
  await Promise.resolve();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
  // Another element that took the focus since then keeps it.
  const other = document.body.appendChild(document.createElement('button'));
  other.focus();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(document.activeElement).toBe(other);
  other.remove();
});
