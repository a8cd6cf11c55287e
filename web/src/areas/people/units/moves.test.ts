// Tests of unit moves.
import { describe, expect, it } from 'vitest';
import type { Unit } from './model.ts';
import { deepest, lossOf, moveRefusal, nameTaken, unitNodes, wayTo } from './moves.ts';

const unit = (id: number, parentId: number | null, displayName: string, memberCount = 0): Unit => ({
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
  unit(1, null, 'Head office', 2),
  unit(2, 1, 'Depot', 3),
  unit(3, 2, 'Night shift', 1),
  unit(4, null, 'Agents'),
  unit(5, 4, 'depot '),
  unit(6, 4, 'Åland'),
]);

it('sorts siblings as people do', () =>
  expect(nodes.map((node) => node.label)).toEqual(
    ['Agents', 'Åland', 'Depot', 'depot ', 'Head office', 'Night shift'].toSorted((a, b) =>
      a.localeCompare(b),
    ),
  ));

describe('moveRefusal', () => {
  it.each([
    ['3', '4', null],
    ['3', null, null],
    ['2', '1', 'here'],
    ['1', null, 'here'],
    ['9', null, 'here'],
    ['1', '1', 'inside'],
    ['1', '3', 'inside'],
    ['2', '4', 'name'],
  ])('%s below %s: %s', (id, parent, refusal) =>
    expect(moveRefusal(nodes, id, parent)).toBe(refusal),
  );

  it('counts the levels that come along', () => {
    const chain = Array.from({ length: deepest - 1 }, (_, index) =>
      unit(index + 1, index === 0 ? null : index, `Level ${index + 1}`),
    );
    const long = unitNodes([
      ...chain,
      unit(100, null, 'Leaf'),
      unit(101, null, 'Pair'),
      unit(102, 101, 'Below'),
    ]);
    expect(moveRefusal(long, '100', String(deepest - 1))).toBeNull();
    expect(moveRefusal(long, '101', String(deepest - 1))).toBe('deep');
    expect(moveRefusal(long, '101', String(deepest - 2))).toBeNull();
  });
});

it('tells the way', () => {
  expect(wayTo(nodes, '3')).toBe('Head office › Depot › Night shift');
  expect(wayTo(nodes, '4')).toBe('Agents');
});

it('counts what a deletion takes along', () => {
  expect(lossOf(nodes, '1')).toEqual({ units: 2, members: 6 });
  expect(lossOf(nodes, '6')).toEqual({ units: 0, members: 0 });
});

it('knows a name that a sibling has', () => {
  expect(nameTaken(nodes, '1', ' DEPOT')).toBe(true);
  expect(nameTaken(nodes, '1', 'Depot', '2')).toBe(false);
  expect(nameTaken(nodes, null, 'Depot')).toBe(false);
});
