// Tests of kit components: button, tabs, combobox, dialog.
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, Combobox, ConfirmDialog, Field, Tabs } from '@waybill/plugin';

test('a pending button keeps the focus and does nothing', async () => {
  const clicked = vi.fn();
  const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const { rerender } = render(
    <form onSubmit={submitted}>
      <Button type="submit" onClick={clicked}>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect([clicked.mock.calls.length, submitted.mock.calls.length]).toEqual([1, 1]);
  rerender(
    <form onSubmit={submitted}>
      <Button type="submit" onClick={clicked} pending>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect([clicked.mock.calls.length, submitted.mock.calls.length]).toEqual([1, 1]);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

test('tabs move by arrow keys and show only the open one', async () => {
  function Sample() {
    const [tab, setTab] = useState('one');
    return (
      <Tabs
        label="Parts"
        value={tab}
        onChange={setTab}
        tabs={['one', 'two', 'three'].map((id) => ({
          id,
          label: id,
          content: <p>content {id}</p>,
        }))}
      />
    );
  }
  render(<Sample />);
  await userEvent.click(screen.getByRole('tab', { name: 'one' }));
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'three' })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'three' })).toHaveTextContent('content three');
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('tab', { name: 'one', selected: true })).toHaveFocus();
  expect(screen.queryByText('content three')).toBeNull();
});

test('a combobox searches after the pause, is chosen from by keyboard, and can be left', async () => {
  const search = vi.fn(async (text: string) =>
    ['Richmond', 'Ringwood'].filter((name) => name.toLowerCase().startsWith(text)),
  );
  function Sample() {
    const [value, setValue] = useState<string | null>(null);
    return (
      <Field label="Suburb">
        <Combobox
          value={value}
          onChange={setValue}
          search={search}
          getKey={(s) => s}
          getLabel={(s) => s}
          debounce={20}
        />
      </Field>
    );
  }
  render(<Sample />);
  const box = screen.getByRole('combobox', { name: 'Suburb' });
  await userEvent.type(box, 'r');
  expect(search).not.toHaveBeenCalled();
  await userEvent.type(box, 'i');
  expect(await screen.findByRole('option', { name: 'Richmond', hidden: true })).toBeInTheDocument();
  expect(search).toHaveBeenCalledOnce();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(box).toHaveValue('Ringwood');
  await userEvent.clear(box);
  await userEvent.type(box, 'xx');
  expect(await screen.findByText('Nothing found.')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  // Enter before the answer takes the first result.
  await userEvent.clear(box);
  await userEvent.type(box, 'ring{Enter}');
  await vi.waitFor(() => expect(box).toHaveValue('Ringwood'));
});

test('a combobox without a minimum offers its first suggestion by Enter, and Tab takes nothing', async () => {
  const search = vi.fn(async (text: string) => (text === '' ? ['Geelong', 'Ringwood'] : []));
  const chosen = vi.fn();
  render(
    <Combobox
      aria-label="To"
      value={null}
      onChange={chosen}
      search={search}
      minLength={0}
      debounce={20}
      getKey={(s) => s}
      getLabel={(s) => s}
    />,
  );
  await userEvent.tab();
  expect(await screen.findByRole('option', { name: 'Geelong', hidden: true })).toBeInTheDocument();
  await userEvent.tab();
  expect(screen.queryByRole('option', { hidden: true })).toBeNull();
  expect(chosen).not.toHaveBeenCalled();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(chosen).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledWith('Geelong'));
});

test('a value that is filled in for a person in the field is replaced by what is typed', async () => {
  const field = (value: string | null) => (
    <Combobox
      aria-label="From"
      value={value}
      onChange={() => null}
      search={async () => []}
      getKey={(s) => s}
      getLabel={(s) => s}
    />
  );
  const { rerender } = render(field(null));
  const box = screen.getByRole('combobox', { name: 'From' });
  await userEvent.click(box);
  rerender(field('Richmond'));
  await userEvent.keyboard('par');
  expect(box).toHaveValue('par');
  rerender(field('Ringwood'));
  expect(box).toHaveValue('par');
});

test('free text takes its only suggestion by Enter if the field says so', async () => {
  const search = async (text: string) => ['UN1263', 'UN1266'].filter((un) => un.startsWith(text));
  const chosen = vi.fn();
  function Sample() {
    const [text, setText] = useState('');
    return (
      <Combobox
        aria-label="UN number"
        value={null}
        typed={{ text, onChange: setText, takesOnly: true }}
        inFlow
        onChange={(found) => found && chosen(found)}
        search={search}
        debounce={20}
        getKey={(s) => s}
        getLabel={(s) => s}
      />
    );
  }
  render(<Sample />);
  const box = screen.getByRole('combobox', { name: 'UN number' });
  await userEvent.type(box, 'UN126');
  // A list in the page's flow is no popover.
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await userEvent.keyboard('{Enter}');
  expect(chosen).not.toHaveBeenCalled();
  await userEvent.type(box, '3{Enter}');
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledWith('UN1263'));
});

test('a question stays open with the reason when the deed fails, and closes when it works', async () => {
  const deed = vi
    .fn()
    .mockRejectedValueOnce(new Error('It is in use.'))
    .mockResolvedValueOnce(undefined);
  function Sample() {
    const [open, setOpen] = useState(true);
    return (
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete it?"
        confirmLabel="Delete"
        destructive
        onConfirm={deed}
      />
    );
  }
  render(<Sample />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is in use.');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
