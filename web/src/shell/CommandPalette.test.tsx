// Tests of the search dialog's results: pause before the search, height of the list.
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { result, stage } from '../../test/stage.tsx';
import { queryClient } from '../api/query-client.ts';
import { TenantProvider } from '../api/tenant.tsx';
import CommandPalette from './CommandPalette.tsx';

let at: Awaited<ReturnType<typeof stage>>;
let searchedAt = 0;
beforeEach(async () => {
  searchedAt = 0;
  at = await stage([], ({ path }) => {
    if (path !== '/api/search') return result({ items: [], totalCount: 0 });
    searchedAt = performance.now();
    return result({ Drivers: [{ type: 'Driver', ref: '4', title: 'Zora', details: '{}' }] });
  });
});
afterEach(() => at.close());

const noop = () => undefined;

function Dialog() {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Search" value={text} onChange={({ target }) => setText(target.value)} />
      <CommandPalette
        text={text}
        isEntered={false}
        onActive={noop}
        opener={document.body}
        onClose={noop}
      />
    </>
  );
}

async function open() {
  const root = createRootRoute({ component: Dialog });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/settings/$' })]),
    history: createMemoryHistory(),
  });
  const host = { tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' } };
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <HostProvider value={host as unknown as HostApi}>
          <TenantProvider>
            <RouterProvider router={router as never} />
          </TenantProvider>
        </HostProvider>
      </QueryClientProvider>,
    );
    await router.load();
  });
  const field = await screen.findByRole('textbox', { name: 'Search' });
  return (value: string) => fireEvent.change(field, { target: { value } });
}

test('the search is half a second after the last key, and its results have a taller list', async () => {
  const type = await open();
  type('da');
  expect(screen.getByRole('listbox')).toHaveClass('max-h-[300px]');
  type('zor');
  const typedAt = performance.now();
  type('zora');
  expect(await screen.findByRole('option', { name: 'Zora' })).toBeVisible();
  expect(searchedAt - typedAt).toBeGreaterThanOrEqual(490);
  expect(screen.getByRole('listbox')).toHaveClass('max-h-80');
});
