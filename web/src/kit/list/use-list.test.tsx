// A list's state in the address, while its page is being left.
import { expect, it, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { SearchBox } from './SearchBox.tsx';
import { useList } from './use-list.ts';

function Crates() {
  const list = useList<{ id: number }>({
    id: 'test.crates',
    key: ['crates'],
    rowKey: ({ id }) => id,
    name: ({ id }) => String(id),
    columns: [],
    search: { fields: ['name'] },
    sort: 'name',
    pageSize: 25,
    fetch: async () => ({ items: [], totalCount: 0 }),
  });
  return (
    <>
      <SearchBox
        label="Search crates"
        placeholder=""
        value={list.state.q}
        onChange={(q) => list.set({ q })}
      />
      <Link to="/rates">Crate</Link>
    </>
  );
}

it('a link that is followed while a search is typed leads on', async () => {
  let arrive: () => void = () => null;
  const root = createRootRoute({ component: Outlet });
  const crates = createRoute({ getParentRoute: () => root, path: '/', component: Crates });
  const crate = createRoute({
    getParentRoute: () => root,
    path: '/rates',
    loader: () => new Promise<void>((resolve) => (arrive = resolve)),
    component: () => <h1>One crate</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([crates, crate]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMs: 60_000,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <HostProvider value={{ tenant: { timezone: 'UTC' } } as unknown as HostApi}>
          <RouterProvider router={router as never} />
        </HostProvider>
      </QueryClientProvider>,
    );
    await router.load();
  });
  const user = userEvent.setup();
  const box = screen.getByRole('searchbox', { name: 'Search crates' });
  await user.type(box, 'app');
  await waitFor(() => expect(router.latestLocation.search).toEqual({ q: 'app' }));
  await user.type(box, 'le');
  await user.click(screen.getByRole('link', { name: 'Crate' }));
  await vi.waitFor(() => expect(box.parentElement).toHaveAttribute('aria-busy', 'false'));
  arrive();
  expect(await screen.findByRole('heading', { name: 'One crate' })).toBeInTheDocument();
});
