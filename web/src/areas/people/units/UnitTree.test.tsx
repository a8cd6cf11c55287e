// Tests of the unit tree by keyboard.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { unitNodes } from './moves.ts';
import { UnitTree } from './UnitTree.tsx';

const unit = (id: number, parentId: number | null, displayName: string, memberCount = 0) => ({
  id,
  parentId,
  displayName,
  memberCount,
  code: '',
  rowVersion: 1,
  creationTime: '2026-03-01T10:00:00Z',
  lastModificationTime: null,
});
const nodes = unitNodes([
  unit(1, null, 'Depot', 3),
  unit(2, 1, 'Night shift'),
  unit(3, null, 'Office'),
]);

function show(mayChange = true) {
  const actions = { add: vi.fn(), rename: vi.fn(), moveTo: vi.fn(), remove: vi.fn() };
  const onChoose = vi.fn();
  const host = {
    tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
    navigate: vi.fn(),
  } as unknown as HostApi;
  render(
    <HostProvider value={host}>
      <UnitTree
        nodes={nodes}
        shown={undefined}
        chosen={null}
        onChoose={onChoose}
        mayChange={mayChange}
        actions={actions}
        onDrop={vi.fn()}
      />
    </HostProvider>,
  );
  return { actions, onChoose, user: userEvent.setup() };
}

const item = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });

it('chooses with Enter and renames and deletes with their keys', async () => {
  const { actions, onChoose, user } = show();
  item('Depot').focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenCalledWith('2');
  await user.keyboard('{F2}');
  expect(actions.rename).toHaveBeenCalledWith(nodes.find((node) => node.id === '2'));
  await user.keyboard('{End}{Delete}');
  expect(actions.remove).toHaveBeenCalledWith(nodes.find((node) => node.id === '3'));
});

it('closes a branch, and the rows below it with it', async () => {
  const { user } = show();
  item('Depot').focus();
  await user.keyboard('{ArrowLeft}');
  expect(item('Depot')).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('treeitem', { name: /^Night/ })).not.toBeInTheDocument();
});

it('opens the menu of the row from the keyboard, and moves from there', async () => {
  const { actions, user } = show();
  item('Office').focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  expect(actions.moveTo).toHaveBeenCalledWith(nodes.find((node) => node.id === '3'));
});

it('changes nothing where it may only be read', async () => {
  const { actions, user } = show(false);
  item('Office').focus();
  await user.keyboard('{F2}{Delete}');
  expect(actions.rename).not.toHaveBeenCalled();
  expect(actions.remove).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
});
