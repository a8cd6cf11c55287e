// Tests of list parts: columns, selection, days, export, local lists.
import { describe, expect, it } from 'vitest';
import { allPages, everyRow, ROWS_PER_CALL } from '../../lib/all-pages.ts';
import { csvParts } from './csv-parts.ts';
import {
  arranged,
  inOrder,
  isUsual,
  leftOut,
  moved,
  NO_CHOICE,
  readChoice,
  sized,
  toggled,
} from './columns.ts';
import { daysOf, normalDays } from './days.ts';
import { addDays } from '../../lib/days.ts';
import type { ListQuery } from './declare.ts';
import { localPage } from './local.ts';
import { range, renewed, toggle, togglePage, type Selection } from './selection.ts';

describe('columns', () => {
  const columns = [
    { id: 'name', fixed: true },
    { id: 'status', fixed: true },
    { id: 'from' },
    { id: 'to' },
    { id: 'cost', extra: true },
  ];
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join();

  it('shows what is usual, and keeps only what differs from it', () => {
    expect(ids(arranged(columns, NO_CHOICE))).toBe('name,status,from,to');
    const more = toggled(columns, toggled(columns, NO_CHOICE, 'cost'), 'from');
    expect(ids(arranged(columns, more))).toBe('name,status,to,cost');
    expect(more.shown).toEqual({ cost: true, from: false });
    expect(isUsual(toggled(columns, toggled(columns, NO_CHOICE, 'cost'), 'cost'))).toBe(true);
    expect(toggled(columns, NO_CHOICE, 'status')).toBe(NO_CHOICE);
  });

  it('moves a column past the next one that is shown, and never before the first', () => {
    const up = moved(columns, NO_CHOICE, 'to', -1);
    expect(ids(arranged(columns, up))).toBe('name,status,to,from');
    expect(isUsual(moved(columns, up, 'to', 1))).toBe(true);
    expect(
      ids(arranged(columns, moved(columns, moved(columns, NO_CHOICE, 'status', -1), 'name', 1))),
    ).toBe('name,status,from,to');
  });

  it('places a column that came later after the one before it', () => {
    expect(
      ids(inOrder([...columns, { id: 'new' }], { shown: {}, order: ['to', 'status', 'from'] })),
    ).toBe('name,to,cost,new,status,from');
    expect(ids(inOrder(columns, { shown: {}, order: ['gone', 'to'] }))).toBe(
      'name,status,from,to,cost',
    );
  });

  it('takes from storage only what is a choice', () => {
    expect(readChoice({ a: true, b: 'yes' }, ['x', 5])).toEqual({
      shown: { a: true },
      order: ['x'],
    });
    expect([readChoice(null), readChoice([true]), readChoice('x', {})]).toEqual([
      NO_CHOICE,
      NO_CHOICE,
      NO_CHOICE,
    ]);
  });
});

describe('widths of columns', () => {
  it('keeps a width within its limits until it is given back', () => {
    const wide = sized(NO_CHOICE, 'name', 120.4);
    expect(wide).toEqual({ ...NO_CHOICE, widths: { name: 120 } });
    expect(isUsual(wide)).toBe(false);
    expect(sized(sized(NO_CHOICE, 'a', 3), 'b', 9000).widths).toEqual({ a: 48, b: 640 });
    expect(sized(wide, 'name', null)).toEqual(NO_CHOICE);
  });

  it('takes from storage only numbers', () => {
    expect(readChoice({}, [], { a: 90, b: '90', c: Number.NaN }).widths).toEqual({ a: 90 });
    expect(readChoice({}, [], [90])).toEqual(NO_CHOICE);
  });

  it('leaves out the least important columns, the last of equals first, until the rest fits', () => {
    const columns = [
      { id: 'name', width: 100 },
      { id: 'from', width: 80, priority: 4 },
      { id: 'to', width: 80, priority: 1 },
      { id: 'pieces', width: 40, priority: 8 },
      { id: 'weight', width: 60, priority: 8 },
      { id: 'price', width: 90 },
    ];
    expect(leftOut(columns, 0)).toEqual([]);
    expect(leftOut(columns, 50)).toEqual(['weight']);
    expect(leftOut(columns, 100)).toEqual(['weight', 'pieces']);
    // From leaves room for the pieces.
    expect(leftOut(columns, 101)).toEqual(['weight', 'from']);
    expect(leftOut(columns, 5000)).toEqual(['weight', 'pieces', 'from', 'to']);
  });
});

describe('selection', () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const keyOf = ({ id }: { id: number }) => id;
  const none: Selection<{ id: number }> = new Map();
  const keys = (selection: Selection<{ id: number }>) => [...selection.keys()];
  const first = rows[0] ?? { id: 0 };

  it('ticks one, a range, and a page', () => {
    expect(keys(toggle(toggle(none, first, keyOf), first, keyOf))).toEqual([]);
    expect(keys(range(toggle(none, first, keyOf), rows, 0, 3, keyOf))).toEqual([1, 2, 3, 4]);
    expect(keys(range(new Map(rows.map((row) => [row.id, row])), rows, 4, 1, keyOf))).toEqual([1]);
    const page = togglePage(none, rows, keyOf);
    expect(keys(page)).toEqual([1, 2, 3, 4, 5]);
    expect(keys(togglePage(page, rows, keyOf))).toEqual([]);
    expect(keys(togglePage(new Map([[9, { id: 9 }]]), rows.slice(0, 1), keyOf))).toEqual([9, 1]);
  });

  it('knows the rows as they are now', () => {
    const chosen = toggle(none, first, keyOf);
    const newer = { id: 1 };
    expect(renewed(chosen, rows, keyOf)).toBe(chosen);
    expect(renewed(chosen, [newer, { id: 2 }], keyOf).get(1)).toBe(newer);
  });
});

describe('days', () => {
  it.each([
    ['today', { from: '2026-03-01', to: '2026-03-01' }],
    ['yesterday', { from: '2026-02-28', to: '2026-02-28' }],
    ['last7', { from: '2026-02-23', to: '2026-03-01' }],
    ['lastMonth', { from: '2026-02-01', to: '2026-02-28' }],
    ['thisMonth', { from: '2026-03-01', to: '2026-03-01' }],
    ['2026-01-01..', { from: '2026-01-01' }],
    ['nonsense', {}],
  ])('%s', (value, days) => expect(daysOf(value, '2026-03-01')).toEqual(days));

  it('is written in one way', () => {
    expect(
      [
        'last7',
        '2026-01-01..2026-01-02',
        '..2026-01-02',
        '2026-02-31x..',
        '..',
        '2026-01-01',
        'x',
      ].map(normalDays),
    ).toEqual(['last7', '2026-01-01..2026-01-02', '..2026-01-02', '', '', '', '']);
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  });
});

describe('all pages', () => {
  const total = 2100;
  /** An insert shifted the pages, so a row repeats. */
  const serve = (queries: ListQuery[]) => (query: ListQuery) => {
    queries.push(query);
    const ids = Array.from({ length: total }, (_, index) => index + 1);
    const shifted = query.skipCount === 0 ? ids : [0, ...ids];
    return Promise.resolve({
      totalCount: shifted.length,
      items: shifted
        .slice(query.skipCount, query.skipCount + query.maxResultCount)
        .map((id) => ({ id })),
    });
  };
  const options = (queries: ListQuery[]) => ({
    query: { filter: "carrier eq 'a'", sorting: 'id', maxResultCount: 25, skipCount: 50 },
    fetch: serve(queries),
    rowKey: ({ id }: { id: number }) => id,
    signal: new AbortController().signal,
  });

  it('fetches page after page, with the filter of the list, and writes no row twice', async () => {
    const queries: ListQuery[] = [];
    const progress: string[] = [];
    const parts = await csvParts({
      ...options(queries),
      columns: [{ header: 'Connote', value: ({ id }) => `C${id}` }],
      onProgress: ({ done, total: all }) => progress.push(`${done}/${all}`),
    });
    const lines = parts.join('').trimEnd().split('\r\n');
    expect(lines[0]).toBe('Connote');
    expect(new Set(lines).size).toBe(total + 1);
    expect(progress).toEqual(['1000/2100', '2000/2101', '2101/2101']);
    expect(queries).toEqual(
      [0, 1, 2].map((page) => ({
        filter: "carrier eq 'a'",
        sorting: 'id',
        maxResultCount: ROWS_PER_CALL,
        skipCount: page * ROWS_PER_CALL,
      })),
    );
  });

  it('stops at the most that is wanted, and when it is told to', async () => {
    expect(await everyRow({ ...options([]), limit: 1500 })).toHaveLength(1500);
    const stop = new AbortController();
    const pages = allPages({ ...options([]), signal: stop.signal });
    await pages.next();
    stop.abort();
    await expect(pages.next()).rejects.toThrow();
  });
});

it('searches, sorts and pages what is here as a whole', () => {
  const rows = [{ name: 'Émile' }, { name: 'bert' }, { name: 'Anna 10' }, { name: 'Anna 9' }];
  const rules = {
    text: ({ name }: { name: string }) => name,
    fields: { name: ({ name }: { name: string }) => name },
  };
  const names = (query: Partial<ListQuery>) =>
    localPage(rows, { maxResultCount: 10, skipCount: 0, ...query }, rules).items.map(
      ({ name }) => name,
    );
  expect(names({ sorting: 'name asc' })).toEqual(['Anna 9', 'Anna 10', 'bert', 'Émile']);
  expect(names({ sorting: 'name desc', skipCount: 3 })).toEqual(['Anna 9']);
  expect(names({ text: 'ANNA' })).toEqual(['Anna 10', 'Anna 9']);
  expect(names({})).toEqual(rows.map(({ name }) => name));
});
