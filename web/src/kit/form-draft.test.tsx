// Tests of drafts across reloads, without secrets.
import { afterEach, expect, it, vi } from 'vitest';
import { cleanup, screen } from '@testing-library/react';
import { ApiError } from '../api/client.ts';
import { result, show, stage } from '../../test/stage.tsx';
import { TextField } from './form-fields.tsx';
import { useRecordForm } from './form.ts';
import { FormPage } from './FormPage.tsx';

interface Depot {
  name: string;
  phone: string;
  rowVersion: number;
}

const save = vi.fn(async (values: { name: string; phone: string; pin: string }) => values);

function Screen({ depot }: { depot: Depot }) {
  const form = useRecordForm({
    record: depot,
    values: ({ name, phone }) => ({ name, phone, pin: '' }),
    save,
    newest: async () => newer,
    draft: 'depot/5',
    secrets: ['pin'],
  });
  return (
    <FormPage of={form}>
      <TextField name="name" label="Name" />
      <TextField name="phone" label="Phone" />
      <TextField name="pin" label="PIN" />
    </FormPage>
  );
}

const depot: Depot = { name: 'River', phone: '1', rowVersion: 1 };
const newer: Depot = { name: 'River', phone: '2', rowVersion: 2 };
const field = (name: string) => screen.getByRole('textbox', { name });
const draftKeys = () =>
  Object.keys(sessionStorage).filter((key) => key.startsWith('waybill.draft:'));

let server: Awaited<ReturnType<typeof stage>>;
afterEach(async () => {
  sessionStorage.clear();
  save.mockClear();
  await server.close();
});

async function open(record = depot) {
  cleanup();
  server = await stage([], () => result({}));
  return show(<Screen depot={record} />);
}

it('brings back what was typed, over what others changed meanwhile, and forgets it once it is saved', async () => {
  let user = await open();
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }));
  await user.type(field('Name'), 'Hill');
  await user.type(field('PIN'), '1234');
  await vi.waitFor(() => expect(draftKeys()).toHaveLength(1));
  expect(sessionStorage.getItem(draftKeys()[0] ?? '')).not.toContain('1234');

  await server.close();
  user = await open({ name: 'River', phone: '2', rowVersion: 2 });
  expect(await screen.findByText('Your unsaved changes were restored')).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Hill');
  expect(field('Phone')).toHaveValue('2');
  expect(field('PIN')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(save).toHaveBeenCalledWith(
      { name: 'Hill', phone: '2', pin: '' },
      expect.objectContaining({ rowVersion: 2 }),
    ),
  );
  await vi.waitFor(() => expect(draftKeys()).toEqual([]));
  expect(screen.queryByText('Your unsaved changes were restored')).toBeNull();
});

it('forgets what is discarded', async () => {
  const user = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  await vi.waitFor(() => expect(draftKeys()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(field('Name')).toHaveValue('River');
  expect(draftKeys()).toEqual([]);
});

it('keeps at once what was typed just before the page goes', async () => {
  const user = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem(draftKeys()[0] ?? '')).toContain('River!');
});

it('keeps what stands after somebody else’s changes were joined in', async () => {
  const user = await open();
  save.mockRejectedValueOnce(new ApiError(409, 'Changed meanwhile.'));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Someone else has saved changes');
  await user.type(field('Name'), '?');
  dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem(draftKeys()[0] ?? '') ?? '')).toEqual({
    base: { name: 'River', phone: '2', pin: '' },
    values: { name: 'River!?', phone: '2', pin: '' },
  });
});
