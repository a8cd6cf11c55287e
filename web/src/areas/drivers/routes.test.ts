// Tests of the driver page's address.
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { routes } from './routes.tsx';

test('the former address of a driver leads to the present one, with tab and anchor', async () => {
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([...routes(root as never)]),
    history: createMemoryHistory({ initialEntries: ['/drivers/4/details?tab=documents#last'] }),
  });
  await router.load();
  expect(router.state.location.href).toBe('/drivers/details/4?tab=documents#last');
  expect(router.state.matches.at(-1)?.params).toEqual({ id: '4' });
});
