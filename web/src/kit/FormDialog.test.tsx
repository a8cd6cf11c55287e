// Tests of form dialogs: focus, saving, errors, unsaved changes.
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, HostProvider, type HostApi } from '@waybill/plugin';
import { some } from '../../test/some.ts';
import { FileField } from './FileField.tsx';
import { TextField } from './form-fields.tsx';
import { useRecordForm } from './form.ts';
import { FormDialog } from './FormDialog.tsx';

interface Named {
  name: string;
  note: string;
  rowVersion: number;
}

type Save = (values: { name: string; note: string }, record: Named) => Promise<Named>;
const stored: Named = { name: 'Depot', note: 'By the river', rowVersion: 1 };

function NameDialog({
  save,
  onClose,
  newest,
  short = false,
}: {
  save: Save;
  onClose: () => void;
  newest?: () => Promise<Named>;
  short?: boolean;
}) {
  const form = useRecordForm({
    record: stored,
    values: ({ name, note }) => ({ name, note }),
    rules: { name: { needed: 'Enter a name', max: 20 } },
    save,
    saved: onClose,
    ...(newest ? { newest } : {}),
  });
  return (
    <FormDialog of={form} title="A name" action="Keep" onClose={onClose}>
      <TextField name="name" label="Name" />
      {!short && <TextField name="note" label="Note" />}
    </FormDialog>
  );
}

function Page({ save }: { save: Save }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Rename</button>
      {open && <NameDialog short save={save} onClose={() => setOpen(false)} />}
    </>
  );
}

const name = () => screen.getByRole('textbox', { name: 'Name' });
const note = () => screen.getByRole('textbox', { name: /^Note/ });
const keep = () => screen.getByRole('button', { name: 'Keep' });

test('typing begins in the first field, Enter saves, and the focus goes back', async () => {
  const user = userEvent.setup();
  const save = vi.fn<Save>(async () => stored);
  render(<Page save={save} />);
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await vi.waitFor(() => expect(name()).toHaveFocus());
  expect(name()).toBeRequired();
  await user.clear(name());
  await user.keyboard('Yard{Enter}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Yard', note: 'By the river' }, stored);
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus());
});

function FileDialog() {
  const form = useRecordForm({
    record: null,
    values: () => ({ file: null as File | null, note: '' }),
    save: async () => null,
  });
  return (
    <FormDialog of={form} title="A file" action="Upload" onClose={() => undefined}>
      <FileField name="file" label="File" />
      <TextField name="note" label="Note" />
    </FormDialog>
  );
}

test('a file that comes first is chosen by the keyboard at once', async () => {
  render(
    <HostProvider value={some<HostApi>({ tenant: { timezone: 'UTC', currency: 'AUD' } })}>
      <FileDialog />
    </HostProvider>,
  );
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose a file' })).toHaveFocus(),
  );
});

test('what is wrong keeps it open at its field, what is right is saved and closes it', async () => {
  const user = userEvent.setup();
  const refused = new ApiError(400, 'Refused.', {
    validationErrors: [
      { message: 'is too short', members: ['unit.note'] },
      { message: 'is taken', members: ['unit.name'] },
      { message: 'Not on Sundays.', members: ['day'] },
    ],
  });
  const save = vi.fn<Save>().mockRejectedValueOnce(refused).mockResolvedValue(stored);
  const onClose = vi.fn();
  render(<NameDialog save={save} onClose={onClose} />);
  await user.clear(name());
  await user.click(keep());
  expect(save).not.toHaveBeenCalled();
  expect(screen.getAllByText('Enter a name').length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(name()).toHaveFocus());

  await user.type(name(), 'Mine');
  await user.click(keep());
  expect((await screen.findAllByText(/is taken/)).length).toBeGreaterThan(0);
  expect(note()).toBeInvalid();
  expect(screen.getByText('Not on Sundays.')).toBeInTheDocument();
  // The first on the page, not the first that the server named.
  expect(name()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();

  await user.click(keep());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(save).toHaveBeenLastCalledWith({ name: 'Mine', note: 'By the river' }, stored);
});

test('it is left at once without changes, and asks with them', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const save = vi.fn<Save>(async () => stored);
  render(<NameDialog save={save} onClose={onClose} />);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);

  await user.type(note(), '!');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(note()).toHaveValue('By the river!');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(save).not.toHaveBeenCalled();
});

test('a second press saves nothing twice', async () => {
  const user = userEvent.setup();
  const under: { way?: () => void } = {};
  const save = vi.fn<Save>(() => new Promise((resolve) => (under.way = () => resolve(stored))));
  const onClose = vi.fn();
  render(<NameDialog save={save} onClose={onClose} />);
  await user.dblClick(keep());
  expect(save).toHaveBeenCalledTimes(1);
  under.way?.();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('after somebody else’s save both sides’ changes are kept, and what both changed is chosen', async () => {
  const user = userEvent.setup();
  const newer: Named = { name: 'Theirs', note: 'By the road', rowVersion: 2 };
  const save = vi
    .fn<Save>()
    .mockRejectedValueOnce(new ApiError(409, 'Changed meanwhile.'))
    .mockResolvedValue(newer);
  const onClose = vi.fn();
  render(<NameDialog save={save} onClose={onClose} newest={async () => newer} />);
  await user.clear(name());
  await user.type(name(), 'Mine');
  await user.click(keep());
  const choice = await screen.findByRole('group', { name: 'Name' });
  expect(choice).toHaveTextContent('Yours');
  expect(screen.getByText(/Their changes were loaded: Note/)).toBeInTheDocument();
  expect(name()).toHaveValue('Mine');
  expect(note()).toHaveValue('By the road');
  await user.click(screen.getByRole('radio', { name: /^Theirs/ }));
  expect(name()).toHaveValue('Theirs');
  await user.click(screen.getByRole('radio', { name: /^Yours/ }));
  await user.click(keep());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(save).toHaveBeenLastCalledWith({ name: 'Mine', note: 'By the road' }, newer);
});
