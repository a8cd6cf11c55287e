// Tests of lists: loading, failing, keys, bulk actions.
import { afterEach, expect, it, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, HostProvider, type HostApi } from '@waybill/plugin';
import type { Page } from '../../api/client.ts';
import { toast } from '../../shell/toast.tsx';
import { keysAt } from '../keys.ts';
import type { BulkAction } from './BulkBar.tsx';
import type { ListDeclaration, ListQuery } from './declare.ts';
import { RecordList } from './RecordList.tsx';
import { useList } from './use-list.ts';

interface Crate {
  id: number;
  name: string;
  state: string;
}

const crates: Crate[] = [
  { id: 1, name: 'Apples', state: 'full' },
  { id: 2, name: 'Bread', state: 'empty' },
  { id: 3, name: 'Cheese', state: 'full' },
];
const pageOf = (items: Crate[], totalCount = items.length): Page<Crate> => ({ items, totalCount });

type Declared = Partial<ListDeclaration<Crate>> & { fetch: ListDeclaration<Crate>['fetch'] };

function Crates({ declared, bulk }: { declared: Declared; bulk: BulkAction<Crate>[] }) {
  const list = useList<Crate>({
    id: 'test.crates',
    key: ['crates'],
    rowKey: (crate) => crate.id,
    name: (crate) => crate.name,
    columns: [
      {
        id: 'name',
        header: 'Crate',
        cell: (crate) => crate.name,
        csv: (crate) => crate.name,
        sort: 'name',
        fixed: true,
      },
      { id: 'state', header: 'State', cell: (crate) => crate.state, csv: (crate) => crate.state },
    ],
    search: { fields: ['name'] },
    sort: 'name',
    pageSize: 25,
    state: 'here',
    ...declared,
  });
  return (
    <RecordList
      list={list}
      title="Crates"
      bulk={bulk}
      texts={{
        failed: 'The crates could not be loaded',
        search: { label: 'Search crates' },
        empty: { icon: null, title: 'No crates yet' },
        none: { title: 'No crate matches', clear: 'Show all crates' },
      }}
    />
  );
}

async function show(declared: Declared, bulk: BulkAction<Crate>[] = []) {
  const host = {
    tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
  } as unknown as HostApi;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Crates declared={declared} bulk={bulk} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <HostProvider value={host}>
          <RouterProvider router={router as never} />
        </HostProvider>
      </QueryClientProvider>,
    );
    await router.load();
  });
  return userEvent.setup();
}

afterEach(() => localStorage.clear());

it('asks the server for the order and the text, and says when nothing matches', async () => {
  const queries: ListQuery[] = [];
  const user = await show({
    fetch: (query) => {
      queries.push(query);
      return Promise.resolve(query.filter ? pageOf([]) : pageOf(crates));
    },
  });
  expect(await screen.findByText('Bread')).toBeVisible();
  await user.click(within(screen.getByRole('columnheader', { name: 'Crate' })).getByRole('button'));
  await waitFor(() => expect(queries.at(-1)?.sorting).toBe('name desc, id desc'));
  await user.type(screen.getByRole('searchbox', { name: 'Search crates' }), "O'Neil");
  expect(await screen.findByText('No crate matches')).toBeVisible();
  expect(queries.at(-1)?.filter).toBe("contains(tolower(name),'o''neil')");
  await user.click(screen.getByRole('button', { name: 'Show all crates' }));
  expect(await screen.findByText('Bread')).toBeVisible();
});

it('leads from the search box to the first row found, by Enter alone', async () => {
  const user = await show({
    fetch: (query) => Promise.resolve(query.filter ? pageOf(crates.slice(1, 2)) : pageOf(crates)),
  });
  await user.type(await screen.findByRole('searchbox'), 'bread{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveFocus());
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('Bread');
});

it('stays in the search box if the text is changed after Enter', async () => {
  let answer: () => void = () => undefined;
  const user = await show({
    fetch: (query) =>
      query.filter?.includes("'bre'")
        ? new Promise((resolve) => (answer = () => resolve(pageOf(crates.slice(1, 2)))))
        : Promise.resolve(pageOf(crates)),
  });
  const box = await screen.findByRole('searchbox');
  await user.type(box, 'bre{Enter}ad');
  answer();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(box).toHaveFocus();
  await user.keyboard('s');
  expect(box).toHaveValue('breads');
});

it('says what to do when there is nothing at all', async () => {
  await show({ fetch: () => Promise.resolve(pageOf([])) });
  expect(await screen.findByText('No crates yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show all crates' })).toBeNull();
});

it('keeps the rows that were there when newer ones do not come, and tells it', async () => {
  let broken = false;
  const user = await show({
    fetch: () =>
      broken ? Promise.reject(new ApiError(400, 'Not today.')) : Promise.resolve(pageOf(crates)),
  });
  await screen.findByText('Bread');
  broken = true;
  await user.click(within(screen.getByRole('columnheader', { name: 'Crate' })).getByRole('button'));
  expect(await screen.findByText('Not today.')).toBeVisible();
  expect(screen.getByText('Bread')).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Not today.')).toBeNull());
});

it('counts the rows on the screen when the next page does not come', async () => {
  const user = await show({
    fetch: ({ skipCount }) =>
      skipCount > 0
        ? Promise.reject(new ApiError(400, 'Not today.'))
        : Promise.resolve(pageOf(crates, 60)),
  });
  expect(await screen.findByText('1–25 of 60')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Not today.')).toBeVisible();
  expect(screen.getByText('1–25 of 60')).toBeVisible();
});

const ship = (run: BulkAction<Crate>['run']): BulkAction<Crate> => ({
  id: 'ship',
  name: 'Ship',
  done: 'shipped',
  label: (able, all) => `Ship ${able} of ${all}`,
  able: (crate) => crate.state === 'full',
  ask: (rows) => ({ title: `Ship ${rows.length}?`, confirm: 'Ship them' }),
  run,
});

it('tells beforehand what a bulk action will do, asks, answers each row, and keeps the refused ticked', async () => {
  const run = vi.fn((rows: readonly Crate[]) =>
    Promise.resolve({
      rows: rows.map(({ id }) => ({
        key: id,
        ok: id !== 3,
        message: id === 3 ? 'The van is full.' : null,
      })),
    }),
  );
  const user = await show({ fetch: () => Promise.resolve(pageOf(crates)) }, [ship(run)]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = screen.getByRole('toolbar');
  expect(bar).toHaveTextContent('3 selected');
  await user.click(within(bar).getByRole('button', { name: 'Ship 2 of 3' }));
  expect(run).not.toHaveBeenCalled();
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Ship 2?' })).getByRole('button', {
      name: 'Ship them',
    }),
  );
  const outcome = await screen.findByRole('status', { name: 'Outcome' });
  expect(run.mock.calls[0]?.[0].map(({ id }) => id)).toEqual([1, 3]);
  expect(
    within(outcome)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['CheeseThe van is full.', 'Applesshipped']);
  expect(screen.getByRole('img', { name: 'Cheese: The van is full.' })).toBeVisible();
  // Shipped rows are unticked; rejected and excluded ones stay ticked.
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Select Apples' })).not.toBeChecked(),
  );
  expect(screen.getByRole('checkbox', { name: 'Select Cheese' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select Bread' })).toBeChecked();
});

it('ticks a range with the shift key, and all that match over more pages', async () => {
  const queries: ListQuery[] = [];
  const user = await show(
    {
      fetch: (query) => {
        queries.push(query);
        return Promise.resolve(
          query.maxResultCount === 1000
            ? pageOf([...crates, { id: 4, name: 'Dates', state: 'full' }])
            : pageOf(crates, 4),
        );
      },
    },
    [ship(() => Promise.resolve({ rows: [] }))],
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select Apples' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Cheese' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByRole('toolbar')).toHaveTextContent('3 selected');
  await user.click(screen.getByRole('button', { name: 'Select all 4 that match' }));
  expect(await screen.findByRole('button', { name: 'Ship 3 of 4' })).toBeEnabled();
  expect(queries.at(-1)).toMatchObject({ maxResultCount: 1000, skipCount: 0 });
});

it('does not tick the rows of an earlier search', async () => {
  let answer: () => void = () => undefined;
  const user = await show(
    {
      fetch: (query) =>
        query.maxResultCount === 1000
          ? new Promise((resolve) => (answer = () => resolve(pageOf(crates))))
          : Promise.resolve(query.filter ? pageOf(crates.slice(1, 2)) : pageOf(crates, 4)),
    },
    [ship(() => Promise.resolve({ rows: [] }))],
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 4 that match' }));
  await user.type(screen.getByRole('searchbox'), 'bread{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await act(async () => answer());
  expect(screen.getByRole('checkbox', { name: 'Select Bread' })).not.toBeChecked();
  expect(screen.queryByText('3 selected')).toBeNull();
});

it('is walked, ticked and left by its keys, with no pointer before', async () => {
  const user = await show({ fetch: () => Promise.resolve(pageOf(crates)) }, [
    ship(() => Promise.resolve({ rows: [] })),
  ]);
  const rows = () => screen.getAllByRole('row').slice(1);
  await screen.findByText('Bread');
  await user.keyboard('j');
  expect(rows()[0]).toHaveFocus();
  await user.keyboard('{ArrowDown}x');
  expect(rows()[1]).toHaveFocus();
  expect(screen.getByRole('checkbox', { name: 'Select Bread' })).toBeChecked();
  await user.keyboard('k');
  expect(rows()[0]).toHaveFocus();
  // Escape clears the selection, and then leaves the row.
  await user.keyboard('{Escape}');
  expect(screen.getByRole('checkbox', { name: 'Select Bread' })).not.toBeChecked();
  expect(rows()[0]).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(rows()[0]).not.toHaveFocus();
  // Typed letters aren't shortcuts.
  await user.type(screen.getByRole('searchbox'), 'xj');
  expect(screen.getByRole('searchbox')).toHaveValue('xj');
});

it('sets the width of a column by the keyboard, and remembers it', async () => {
  const user = await show({ fetch: () => Promise.resolve(pageOf(crates)) });
  const heading = await screen.findByRole('columnheader', { name: 'Crate' });
  within(heading).getByRole('button').focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  // Nothing is measured here, so the least width counts.
  expect(within(heading).getByRole('separator', { hidden: true })).toHaveAttribute(
    'aria-valuenow',
    '48',
  );
  expect(screen.getByRole('table').style.getPropertyValue('--w-name')).toBe('48px');
  expect(localStorage.getItem('waybill.list.test.crates.columns:0')).toContain('"name":48');
});

it('edits a cell in place: F2 opens it, Enter saves, Escape leaves it as it was', async () => {
  const saved: string[] = [];
  const user = await show({
    fetch: () => Promise.resolve(pageOf(crates)),
    columns: [
      { id: 'name', header: 'Crate', cell: (crate) => crate.name, fixed: true },
      {
        id: 'state',
        header: 'State',
        cell: (crate) => crate.state,
        edit: {
          type: 'text',
          value: (crate) => crate.state,
          able: (crate) => crate.id !== 3,
          save: (crate, value) => {
            saved.push(`${crate.name}: ${value}`);
            return Promise.resolve();
          },
        },
      },
    ],
  });
  const row = (await screen.findByText('Bread')).closest('tr');
  act(() => row?.focus());
  await user.keyboard('{F2}');
  const field = screen.getByRole('textbox', { name: 'State of Bread' });
  expect(field).toHaveFocus();
  await user.keyboard('half{Escape}');
  expect(saved).toEqual([]);
  expect(row).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'State of Bread' }));
  await user.clear(screen.getByRole('textbox', { name: 'State of Bread' }));
  await user.keyboard('half{Enter}');
  expect(saved).toEqual(['Bread: half']);
  expect(row).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'State of Cheese' })).toBeNull();
});

it('lists the keys that work, each once', async () => {
  await show({ fetch: () => Promise.resolve(pageOf(crates)) }, [
    { ...ship(() => Promise.resolve({ rows: [] })), keyName: 'manifest' },
  ]);
  await screen.findByText('Bread');
  const keys = keysAt(document.body);
  expect(keys.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['j', 'k', 'x', 'X', 'm', '/', 'r', 'Escape']),
  );
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  expect(keys.find(({ key }) => key === 'm')?.text).toBe('Ship');
});

it('acts by key on the row in focus if none is ticked, and moves the focus to the next', async () => {
  let left = crates;
  const shipped = vi.fn((rows: readonly Crate[]) => {
    left = left.filter((crate) => !rows.includes(crate));
    return Promise.resolve({ rows: rows.map(({ id }) => ({ key: id, ok: true })) });
  });
  const user = await show({ fetch: () => Promise.resolve(pageOf(left)), refresh: 50 }, [
    { ...ship(shipped), keyName: 'manifest' },
  ]);
  await screen.findByText('Bread');
  // Without a row there is nothing to act on.
  await user.keyboard('m');
  expect(shipped).not.toHaveBeenCalled();
  await user.keyboard('jm');
  await user.click(await screen.findByRole('button', { name: 'Ship them' }));
  expect(shipped.mock.calls.map(([rows]) => rows.map(({ name }) => name))).toEqual([['Apples']]);
  await waitFor(() => expect(screen.queryByText('Apples')).toBeNull());
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveFocus());
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('Bread');
  // An empty crate is not shipped.
  await user.keyboard('m');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shipped).toHaveBeenCalledOnce();
});

it('takes the newest change back first, by one key', async () => {
  const undo = vi.fn(() => Promise.resolve());
  const run = (rows: readonly Crate[]) =>
    Promise.resolve({ rows: rows.map(({ id }) => ({ key: id, ok: true })), undo });
  const [early, late] = [vi.fn(), vi.fn()];
  const user = await show({ fetch: () => Promise.resolve(pageOf(crates)) }, [ship(run)]);
  toast({ title: 'Before', undo: early });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Apples' }));
  await user.click(screen.getByRole('button', { name: 'Ship 1 of 1' }));
  await user.click(await screen.findByRole('button', { name: 'Ship them' }));
  await screen.findByRole('status', { name: 'Outcome' });
  toast({ title: 'After', undo: late });
  await user.keyboard('z');
  expect(late).toHaveBeenCalledOnce();
  expect(undo).not.toHaveBeenCalled();
  await user.keyboard('z');
  await waitFor(() => expect(undo).toHaveBeenCalledOnce());
  expect(early).not.toHaveBeenCalled();
});
