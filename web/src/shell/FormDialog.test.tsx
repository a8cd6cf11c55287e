// A form in a dialog: it closes when it is saved, stays with what was refused, and leaves by Cancel.
import { expect, test, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, Field, Input } from '@waybill/plugin';
import { useForm } from '@waybill/plugin/forms';
import { FormDialog } from './FormDialog.tsx';

function Named({ save, onClose }: { save: (values: { name: string }) => Promise<void>; onClose: () => void }) {
  const form = useForm({ defaultValues: { name: '' } });
  return (
    <FormDialog form={form} title="A name" action="Keep" save={save} onClose={onClose}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        <Input {...form.register('name', { required: 'Give it a name' })} />
      </Field>
    </FormDialog>
  );
}

test('what is wrong keeps it open, what is right is saved and closes it', async () => {
  const user = userEvent.setup();
  const refused = new ApiError(400, 'The name is taken.', { validationErrors: [{ message: 'is taken', members: ['name'] }] });
  const save = vi.fn<(values: { name: string }) => Promise<void>>().mockRejectedValueOnce(refused).mockResolvedValue(undefined);
  const onClose = vi.fn();
  render(<Named save={save} onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(save).not.toHaveBeenCalled();
  expect(screen.getAllByText(/Give it a name/).length).toBeGreaterThan(0);

  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect((await screen.findAllByText(/is taken/)).length).toBeGreaterThan(0);
  expect(onClose).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(save).toHaveBeenLastCalledWith({ name: 'Mine' });
});

test('it is left without saving', async () => {
  const onClose = vi.fn();
  const save = vi.fn(async () => undefined);
  render(<Named save={save} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(save).not.toHaveBeenCalled();
});
