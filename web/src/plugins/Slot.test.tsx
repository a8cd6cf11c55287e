// Tests of slots: permissions, errors, retries, SDK versions.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HostProvider, type HostApi, type PluginManifest } from '@waybill/plugin';
import { loopback } from '../../test/loopback.ts';
import { refetch } from '../../test/stage.tsx';
import { pluginApi } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { endSession, refreshSession } from '../api/session.ts';

// The federation runtime needs a browser that imports modules by address; its two calls are
// answered here.
const runtime = vi.hoisted(() => ({ loadRemote: vi.fn(), registerRemotes: vi.fn() }));
vi.mock('@module-federation/runtime', () => ({ createInstance: () => runtime }));
const { Slot } = await import('./Slot.tsx');

const plugin = (
  id: string,
  over: Partial<PluginManifest> & { permission?: string } = {},
): PluginManifest => {
  const { permission, ...rest } = over;
  return {
    id,
    name: id,
    version: '1.0.0',
    sdk: '^1.0.0',
    entry: `/plugins/${id}/abc/remoteEntry.js`,
    contributes: {
      slots: [
        {
          id: 'w',
          slot: 'dashboard.widget@1',
          module: './W',
          ...(permission ? { permission } : {}),
        },
      ],
    },
    ...rest,
  };
};
let plugins: PluginManifest[] = [];
let status = 200;
let server: Awaited<ReturnType<typeof loopback>>;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  status = 200;
  server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return {
        json: { user: { id: 1, name: 'R' }, accessToken: 't', permissions: ['Pages.Booking'] },
      };
    if (request.path.startsWith('/api/auth')) return { json: {} };
    return {
      status,
      json: {
        result: { schema: 1, tenant: 1, generation: '1', plugins },
        success: status === 200,
        error: null,
        __abp: true,
      },
    };
  });
  await refreshSession();
});
afterEach(async () => {
  endSession();
  runtime.loadRemote.mockReset();
  runtime.registerRemotes.mockReset();
  await server.close();
});

const host: HostApi = {
  tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
  session: {
    userId: 1,
    userName: 'R',
    customerId: null,
    isDriver: false,
    permissions: ['Pages.Booking'],
  },
  api: pluginApi,
  can: (permission) => permission === 'Pages.Booking',
  hasFeature: () => true,
  navigate: () => undefined,
  toast: () => undefined,
};

const show = () =>
  act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <HostProvider value={host}>
          <h1>The page</h1>
          <Slot name="dashboard.widget@1" props={{}} empty={<p>Nobody fills this</p>} />
        </HostProvider>
      </QueryClientProvider>,
    );
  });

test('fills by order and permission; a forbidden one is never fetched', async () => {
  plugins = [
    plugin('one'),
    plugin('secret', { permission: 'Pages.Finance' }),
    plugin('mine', { permission: 'Pages.Booking' }),
  ];
  runtime.loadRemote.mockImplementation(async (key: string) => ({
    default: () => <p>from {key}</p>,
  }));
  await show();
  expect(await screen.findByText('from one/W')).toBeVisible();
  expect(await screen.findByText('from mine/W')).toBeVisible();
  expect(runtime.loadRemote.mock.calls.flat()).not.toContain('secret/W');
});

const entry = (segment: string) => [
  [
    {
      name: 'flaky',
      entry: `http://localhost:3000/plugins/flaky/${segment}/remoteEntry.js`,
      type: 'module',
    },
  ],
  { force: true },
];
const clickRetry = async () => {
  const button = await screen.findByRole('button', { name: 'Try again' });
  await act(() => userEvent.click(button));
};

test(
  'a remote that cannot be fetched shows its fallback, then comes with ' +
    'the retry, from an address not tried before',
  async () => {
    plugins = [
      plugin('flaky', {
        retries: ['abc-retry-1', 'abc-retry-2'].map(
          (segment) => `/plugins/flaky/${segment}/remoteEntry.js`,
        ),
      }),
    ];
    runtime.loadRemote
      .mockRejectedValueOnce(new Error('offline'))
      .mockRejectedValueOnce(new Error('still offline'))
      .mockResolvedValue({ default: () => <p>here now</p> });
    await show();
    expect(await screen.findByRole('alert')).toHaveTextContent('This section could not be shown.');
    expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
    await clickRetry();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(runtime.registerRemotes.mock.lastCall).toEqual(entry('abc-retry-1'));
    await clickRetry();
    expect(await screen.findByText('here now')).toBeVisible();
    expect(runtime.registerRemotes.mock.lastCall).toEqual(entry('abc-retry-2'));
  },
);

test('once every address has failed, only a reload is offered', async () => {
  plugins = [plugin('lost', { retries: ['/plugins/lost/abc-retry-1/remoteEntry.js'] })];
  runtime.loadRemote.mockRejectedValue(new Error('offline'));
  await show();
  await clickRetry();
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a remote that throws is contained, and the others stand', async () => {
  plugins = [plugin('crash'), plugin('calm')];
  const Crash = () => {
    throw new Error('boom');
  };
  runtime.loadRemote.mockImplementation(async (key: string) => ({
    default: key === 'crash/W' ? Crash : () => <p>calm</p>,
  }));
  await show();
  expect(await screen.findByText('calm')).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent('crash');
  // Loaded already: retry only renders.
  const fetches = runtime.loadRemote.mock.calls.length;
  await clickRetry();
  expect(await screen.findByRole('alert')).toHaveTextContent('crash');
  expect(runtime.loadRemote).toHaveBeenCalledTimes(fetches);
});

test('a plugin for another SDK is told so and its code never fetched', async () => {
  plugins = [plugin('future', { sdk: '^9.0.0' })];
  await show();
  expect(await screen.findByRole('alert')).toHaveTextContent('requires a different version');
  expect(runtime.loadRemote).not.toHaveBeenCalled();
});

test('an empty slot shows what the page says; a failing manifest can be asked again', async () => {
  plugins = [];
  await show();
  expect(await screen.findByText('Nobody fills this')).toBeVisible();
});

test('a manifest that cannot be read leaves the page and offers a retry', async () => {
  status = 500;
  await show();
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  plugins = [];
  status = 200;
  await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('Nobody fills this')).toBeVisible();
});

test('a manifest that cannot be read again leaves the fillings, with what is typed', async () => {
  plugins = [plugin('card')];
  runtime.loadRemote.mockResolvedValue({ default: () => <input aria-label="Card number" /> });
  await show();
  await userEvent.type(await screen.findByLabelText('Card number'), '4111');
  status = 500;
  await refetch([]);
  expect(queryClient.getQueryState(['plugins', 'manifest', 1])?.status).toBe('error');
  expect(screen.getByLabelText('Card number')).toHaveValue('4111');
});
