// Tests of plugin pages and menu entries: routes, permissions, errors.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { HostProvider, type HostApi, type PluginManifest } from '@waybill/plugin';
import type { ReactElement } from 'react';
import { CONFIGURATION, TENANT } from '../../test/tenant.ts';
import { loopback } from '../../test/loopback.ts';
import { pluginApi } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { endSession, refreshSession } from '../api/session.ts';
import { TenantProvider } from '../api/tenant.tsx';
import { frontEndOf } from './front-ends.ts';
import { pageAt, pluginEntries } from './pages.ts';

// The federation runtime needs a browser that imports modules by address; its two calls are
// answered here.
const runtime = vi.hoisted(() => ({ loadRemote: vi.fn(), registerRemotes: vi.fn() }));
vi.mock('@module-federation/runtime', () => ({ createInstance: () => runtime }));
const { PageOf } = await import('./PluginPage.tsx');
const { default: PluginEntries } = await import('./PluginEntries.tsx');

const plugin = (id: string, routes: unknown[], nav: unknown[] = []): PluginManifest => ({
  id,
  name: id,
  version: '1.0.0',
  sdk: '^1.0.0',
  entry: `/plugins/${id}/abc/remoteEntry.js`,
  contributes: { routes: routes as never, nav: nav as never },
});
const registryOf = (...all: PluginManifest[]) => ({
  plugins: all.map((one) => ({ plugin: one, supported: true })),
});
const everything = { can: () => true, hasFeature: () => true };
const zones = { id: 'zones', path: 'zones', module: './Zones', title: 'Zones' };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

test('the page with the longest path that the address begins with is shown; what follows is its own', () => {
  const registry = registryOf(plugin('ferry', [zones, { ...zones, id: 'map', path: 'zones/map' }]));
  const at = (path: string) => {
    const page = pageAt(registry, 'ferry', path, everything);
    return page && [page.route.id, page.base, page.rest];
  };
  expect([
    at('zones'),
    at('zones/'),
    at('zones/12/edit'),
    at('zones/map'),
    at('zones/map/3'),
  ]).toEqual([
    ['zones', '/x/ferry/zones', ''],
    ['zones', '/x/ferry/zones', ''],
    ['zones', '/x/ferry/zones', '12/edit'],
    ['map', '/x/ferry/zones/map', ''],
    ['map', '/x/ferry/zones/map', '3'],
  ]);
  expect([at(''), at('zonesx'), pageAt(registry, 'other', 'zones', everything)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(
    pageAt(registryOf(plugin('ferry', [{ ...zones, path: '' }])), 'ferry', '', everything)?.base,
  ).toBe('/x/ferry');
});

test('a page and its entry are for those who may see it', () => {
  const registry = registryOf(
    plugin(
      'ferry',
      [{ ...zones, permission: 'Pages.Carrier', feature: 'Carrier' }],
      [{ id: 'zones', title: 'Zones', route: 'zones' }],
    ),
  );
  for (const viewer of [
    { ...everything, can: () => false },
    { ...everything, hasFeature: () => false },
  ]) {
    expect([pageAt(registry, 'ferry', 'zones', viewer), pluginEntries(registry, viewer)]).toEqual([
      null,
      [],
    ]);
  }
  expect(pluginEntries(registry, everything).map(({ to }) => to)).toEqual(['/x/ferry/zones']);
});

test('entries come in their order, then by their names', () => {
  const nav = (id: string, order?: number) => ({
    id,
    title: id,
    route: 'zones',
    ...(order === undefined ? {} : { order }),
  });
  const registry = registryOf(
    plugin('a', [zones], [nav('late', 200), nav('plain')]),
    plugin('b', [zones], [nav('first', 1), nav('also')]),
  );
  expect(pluginEntries(registry, everything).map(({ key }) => key)).toEqual([
    'b/first',
    'b/also',
    'a/plain',
    'a/late',
  ]);
});

test('what is declared wrongly is left out, and the console says where and what would be right', () => {
  const readFrontEnd = (routes: unknown[], nav: unknown[] = []) => {
    vi.mocked(console.warn).mockClear();
    const face = frontEndOf(plugin('ferry', routes, nav));
    return [face.routes.length, face.nav.length, ...vi.mocked(console.warn).mock.calls.flat()];
  };
  expect(readFrontEnd([zones])).toEqual([1, 0]);
  expect(readFrontEnd([{ ...zones, path: '/Zones' }])).toEqual([
    0,
    0,
    'The plugin ferry: web.routes[0] is left out. path "/Zones": lower-case ' +
      'words, digits and hyphens between slashes are expected, such as zones ' +
      'or zones/map.',
  ]);
  expect(readFrontEnd([zones, zones])).toEqual([
    1,
    0,
    'The plugin ferry: web.routes[1] is left out. id "zones": it is there already.',
  ]);
  expect(readFrontEnd(['zones'])[2]).toContain('a table is expected');
  expect(readFrontEnd([{ ...zones, module: 'Zones' }])[2]).toContain('such as ./Zones');
  expect(readFrontEnd([{ ...zones, title: undefined }])[2]).toContain(
    'title is missing: a text is expected',
  );
  expect(readFrontEnd([{ ...zones, colour: 'red' }])[2]).toContain(
    'colour: there is no such member; there are id, path',
  );
  expect(
    readFrontEnd([zones], [{ id: 'z', title: 'Z', route: 'zones', icon: 'dragon' }])[2],
  ).toContain('icon "dragon": one of link, globe');
  expect(
    readFrontEnd([zones], [{ id: 'z', title: 'Z', route: 'zones', area: 'Bookings' }])[2],
  ).toContain('one of Booking, Job');
  // The page was taken out for a person without its permission: nothing is wrong with the entry.
  expect(readFrontEnd([], [{ id: 'z', title: 'Z', route: 'zones' }])).toEqual([0, 0]);
});

let server: Awaited<ReturnType<typeof loopback>> | undefined;
let plugins: PluginManifest[] = [];

const host: HostApi = {
  tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
  session: { userId: 1, userName: 'R', customerId: null, isDriver: false, permissions: [] },
  api: pluginApi,
  ...everything,
  navigate: () => undefined,
  toast: () => undefined,
};

afterEach(async () => {
  endSession();
  queryClient.clear();
  runtime.loadRemote.mockReset();
  await server?.close();
  server = undefined;
});

async function show(element: ReactElement) {
  server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return { json: { user: { id: 1, name: 'R' }, accessToken: 't', permissions: [] } };
    if (request.path.startsWith('/api/auth')) return { json: {} };
    const tenant = { ...TENANT, ...CONFIGURATION };
    const result =
      request.path === '/api/plugins/manifest'
        ? { schema: 1, tenant: 1, generation: '1', plugins }
        : tenant;
    return { json: { result, success: true, error: null, __abp: true } };
  });
  await refreshSession();
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory({ initialEntries: ['/x/ferry/zones/12'] }),
  });
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <HostProvider value={host}>
          <TenantProvider loading={null} failed={() => <p>No tenant</p>}>
            <RouterProvider router={router as never} />
          </TenantProvider>
        </HostProvider>
      </QueryClientProvider>,
    );
  });
}

test('entries stand under their area, those of none below all, and the one we are in is marked', async () => {
  plugins = [
    plugin(
      'ferry',
      [zones],
      [
        { id: 'in', title: 'Ferry zones', route: 'zones', area: 'Carrier', icon: 'ship' },
        { id: 'out', title: 'Ferry prices', route: 'zones', area: 'Finance' },
        { id: 'none', title: 'About ferries', route: 'zones' },
      ],
    ),
  ];
  await show(
    <nav>
      <ul aria-label="Own">
        <PluginEntries area="Carrier" areas={['Carrier']} itemClass="item" />
      </ul>
      <PluginEntries areas={['Carrier']} itemClass="item" />
    </nav>,
  );
  const own = await screen.findByRole('link', { name: 'Ferry zones' });
  expect(own).toHaveAttribute('href', '/x/ferry/zones');
  expect(own).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('list', { name: 'Own' })).toHaveTextContent(/^Ferry zones$/);
  expect(screen.getByRole('list', { name: 'Plugins' })).toHaveTextContent(
    /^About ferriesFerry prices$/,
  );
});

test('a page of a plugin stands under its heading with its address; one that fails leaves the heading', async () => {
  plugins = [plugin('ferry', [zones])];
  runtime.loadRemote.mockResolvedValue({
    default: ({ base, rest }: { base: string; rest: string }) => <p>{`${base} then ${rest}`}</p>,
  });
  await show(<PageOf id="ferry" path="zones/12" />);
  expect(await screen.findByText('/x/ferry/zones then 12')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Zones' })).toBeVisible();
});

test('an address that is no page of a plugin says so', async () => {
  plugins = [plugin('ferry', [zones])];
  await show(<PageOf id="ferry" path="elsewhere" />);
  expect(await screen.findByText('Page not found')).toBeVisible();
  expect(runtime.loadRemote).not.toHaveBeenCalled();
});

test('every address below /x/ of a plugin leads to its pages, its own start too', async () => {
  const { routeTree } = await import('../app/router.tsx');
  const at = (path: string) => {
    const router = createRouter({
      routeTree,
      history: createMemoryHistory({ initialEntries: [path] }),
    });
    const { routeId, params } = router.matchRoutes(router.latestLocation).at(-1) ?? {};
    return [routeId, params];
  };
  for (const [address, rest] of [
    ['/x/ferry', ''],
    ['/x/ferry/zones', 'zones'],
    ['/x/ferry/zones/12', 'zones/12'],
  ]) {
    const [id, params] = at(address ?? '');
    expect([
      id,
      (params as { plugin: string }).plugin,
      (params as { _splat?: string })._splat ?? '',
    ]).toEqual(['/shell/x/$plugin/$', 'ferry', rest]);
  }
});
