// Tests of tree rows, keys, search and ticks.
import { describe, expect, it } from 'vitest';
import {
  grantAlone,
  grantedNames,
  grantState,
  permissionNodes,
  toggled,
} from './permission-tree.ts';
import { above, below, matching, treeRows, treeStep, typedRow, type TreeNode } from './tree.ts';

const node = (id: string, parentId: string | null, label = id): TreeNode => ({
  id,
  parentId,
  label,
});
const nodes = [
  node('a', null, 'Apples'),
  node('a1', 'a', 'Braeburn'),
  node('a2', 'a', 'Bramley'),
  node('a21', 'a2', 'Cox'),
  node('b', null, 'Bread'),
  node('c', 'gone', 'Cheese'),
];
const open = () => true;
const shut = () => false;
const ids = (rows: { node: TreeNode }[]) => rows.map((row) => row.node.id);

describe('treeRows', () => {
  it('lists what is open with levels and places', () => {
    const rows = treeRows(nodes, (entry) => entry.id === 'a');
    expect(
      rows.map(({ node: { id }, level, position, siblings, hasChildren, isOpen }) => [
        id,
        level,
        position,
        siblings,
        hasChildren,
        isOpen,
      ]),
    ).toEqual([
      ['a', 1, 1, 3, true, true],
      ['a1', 2, 1, 2, false, false],
      ['a2', 2, 2, 2, true, false],
      ['b', 1, 2, 3, false, false],
      ['c', 1, 3, 3, false, false],
    ]);
  });
  it('narrows to what a search found, with the way to it', () => {
    const { shown, found } = matching(nodes, (entry) => entry.label === 'Cox');
    expect([...found]).toEqual(['a21']);
    expect(ids(treeRows(nodes, open, shown))).toEqual(['a', 'a2', 'a21']);
  });
  it('survives a circle', () => {
    const circle = [node('x', 'y'), node('y', 'x')];
    expect(treeRows(circle, open)).toEqual([]);
    expect(ids(above(circle, 'x').map((entry) => ({ node: entry })))).toEqual(['y', 'x']);
  });
});

describe('treeStep', () => {
  const rows = treeRows(nodes, open);
  const closed = treeRows(nodes, shut);
  it.each([
    ['a', 'ArrowDown', { kind: 'go', id: 'a1' }],
    ['a', 'ArrowUp', null],
    ['a2', 'ArrowUp', { kind: 'go', id: 'a1' }],
    ['a', 'End', { kind: 'go', id: 'c' }],
    ['b', 'Home', { kind: 'go', id: 'a' }],
    ['a', 'ArrowRight', { kind: 'go', id: 'a1' }],
    ['a', 'ArrowLeft', { kind: 'close', ids: ['a'] }],
    ['a21', 'ArrowLeft', { kind: 'go', id: 'a2' }],
    ['b', 'ArrowRight', null],
    ['b', 'ArrowLeft', null],
    ['a', 'Delete', null],
    ['gone', 'End', null],
  ])('%s %s', (at, key, step) => expect(treeStep(rows, at, key)).toEqual(step));
  it('opens what is closed, alone or with its siblings', () => {
    expect(treeStep(closed, 'a', 'ArrowRight')).toEqual({ kind: 'open', ids: ['a'] });
    expect(treeStep(closed, 'b', '*')).toEqual({ kind: 'open', ids: ['a'] });
    expect(treeStep(rows, 'a', '*')).toBeNull();
  });
  it('turns the arrows round where writing runs from right to left', () => {
    expect(treeStep(closed, 'a', 'ArrowLeft', true)).toEqual({ kind: 'open', ids: ['a'] });
    expect(treeStep(rows, 'a21', 'ArrowRight', true)).toEqual({ kind: 'go', id: 'a2' });
  });
});

describe('typedRow', () => {
  const rows = treeRows(nodes, open);
  it('goes to the next row with the letter, round the end', () => {
    expect(typedRow(rows, 'a1', 'b')).toBe('a2');
    expect(typedRow(rows, 'b', 'b')).toBe('a1');
    expect(typedRow(rows, 'a', 'z')).toBeNull();
  });
  it('stays while the word goes on', () => {
    expect(typedRow(rows, 'a1', 'br')).toBe('a1');
    expect(typedRow(rows, 'a1', 'BRE')).toBe('b');
  });
});

describe('permissions', () => {
  const tree = permissionNodes(
    [
      'Pages',
      'Pages.Booking',
      'Pages.Booking.Create',
      'Pages.Booking.Edit',
      'Pages.Finance',
      'Pages.Finance.Invoices',
      'Pages.Finance.Invoices.Create',
    ].map((name) => ({
      name,
      displayName: name,
      parentName: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : null,
    })),
  );
  const none = new Set<string>();

  it('grants all below and everything above', () => {
    expect([...toggled(tree, none, 'Pages.Booking')].sort()).toEqual([
      'Pages',
      'Pages.Booking',
      'Pages.Booking.Create',
      'Pages.Booking.Edit',
    ]);
  });
  it('shows the parents of a part as some', () => {
    const granted = toggled(tree, none, 'Pages.Booking.Create');
    expect(grantState(tree, granted, 'Pages')).toBe('some');
    expect(grantState(tree, granted, 'Pages.Booking')).toBe('some');
    expect(grantState(tree, granted, 'Pages.Booking.Create')).toBe('all');
    expect(grantState(tree, granted, 'Pages.Booking.Edit')).toBe('none');
  });
  it('completes some to all, and takes all of it', () => {
    const some = grantAlone(tree, none, 'Pages.Finance');
    expect(grantState(tree, some, 'Pages.Finance')).toBe('some');
    const all = toggled(tree, some, 'Pages.Finance');
    expect(grantState(tree, all, 'Pages.Finance')).toBe('all');
    expect([...toggled(tree, all, 'Pages.Finance')]).toEqual(['Pages']);
  });
  it('takes a part and leaves its parent', () => {
    const all = toggled(tree, none, 'Pages.Booking');
    expect([...toggled(tree, all, 'Pages.Booking.Edit')].sort()).toEqual([
      'Pages',
      'Pages.Booking',
      'Pages.Booking.Create',
    ]);
  });
  it('changes only what a search shows', () => {
    const { shown } = matching(tree, (entry) => entry.id.endsWith('Create'));
    const granted = toggled(tree, none, 'Pages.Booking', shown);
    expect(granted.has('Pages.Booking.Create')).toBe(true);
    expect(granted.has('Pages.Booking.Edit')).toBe(false);
    const everything = new Set(tree.map((entry) => entry.id));
    const left = toggled(tree, everything, 'Pages.Booking', shown);
    expect(left.has('Pages.Booking.Create')).toBe(false);
    expect([...left]).toEqual(expect.arrayContaining(['Pages.Booking', 'Pages.Booking.Edit']));
  });
  it('never leaves a permission without its parent, whatever is ticked', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    let granted: ReadonlySet<string> = none;
    for (let step = 0; step < 500; step += 1) {
      const shown = random(2)
        ? matching(tree, (entry) => entry.id.length % 3 === random(3)).shown
        : undefined;
      const candidates = tree.filter((entry) => !shown || shown.has(entry.id));
      const chosen = candidates[random(candidates.length || 1)];
      if (!chosen) continue;
      granted = toggled(tree, granted, chosen.id, shown);
      for (const name of granted)
        for (const parent of above(tree, name))
          expect(granted.has(parent.id), `${parent.id} for ${name}`).toBe(true);
    }
  });
  it('names the granted in the order of the tree and forgets none it does not know', () => {
    expect(grantedNames(tree, new Set(['Other', 'Pages.Booking', 'Pages']))).toEqual([
      'Pages',
      'Pages.Booking',
      'Other',
    ]);
    expect(below(tree, 'Pages.Finance').map((entry) => entry.id)).toEqual([
      'Pages.Finance.Invoices',
      'Pages.Finance.Invoices.Create',
    ]);
  });
});
