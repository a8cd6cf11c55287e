// Test stage of pages: router, host, session and a loopback server.
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { loopback, type Received, type Reply } from './loopback.ts';
import { CONFIGURATION, TENANT } from './tenant.ts';
import { queryClient } from '../src/api/query-client.ts';
import { endSession, refreshSession } from '../src/api/session.ts';
import { TenantProvider } from '../src/api/tenant.tsx';

export const result = (value: unknown): Reply => ({
  json: { result: value, success: true, error: null, __abp: true },
});
export const refusal = (
  status: number,
  message: string,
  validationErrors: { message: string; members: string[] }[] | null = null,
  code = 0,
): Reply => ({
  status,
  json: {
    result: null,
    success: false,
    error: { code, message, details: null, validationErrors },
    __abp: true,
  },
});

/** A server with session and tenant; the test responds to all other calls. */
export async function stage(
  permissions: string[],
  answer: (request: Received) => Reply | Promise<Reply>,
) {
  queryClient.clear();
  const server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return {
        json: { user: { id: 1, name: 'R' }, accessToken: 't', permissions, isPlatformAdmin: true },
      };
    if (request.path.startsWith('/api/auth')) return { json: {} };
    if (request.path === '/api/core/account/isTenantAvailable') return result(TENANT);
    if (request.path === '/api/core/configuration/getconfiguration') return result(CONFIGURATION);
    return answer(request);
  });
  await refreshSession();
  return {
    sent: (call: string) =>
      server.received
        .filter(({ path }) => path === `/api/plugins/${call}`)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    queries: (path: string) =>
      server.received
        .filter((one) => one.path === path)
        .map(({ query }) => Object.fromEntries(query)),
    asked: (call: string) =>
      server.received
        .filter(({ path }) => path === `/api/plugins/${call}`)
        .map(({ query }) => Object.fromEntries(query)),
    async close() {
      endSession();
      await server.close();
    },
  };
}

/** Refetches and renders the outcome, of which observers learn by a timer. */
export const refetch = (queryKey: QueryKey) =>
  act(async () => {
    await queryClient.refetchQueries({ queryKey });
    await new Promise((resolve) => setTimeout(resolve, 10));
  });

export async function show(screen: ReactNode, at = '/') {
  const host = {
    tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
  } as unknown as HostApi;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <HostProvider value={host}>
          <TenantProvider>
            <RouterProvider router={router as never} />
          </TenantProvider>
        </HostProvider>
      </QueryClientProvider>,
    );
    await router.load();
  });
  return userEvent.setup();
}
