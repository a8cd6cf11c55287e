// Tests of the plugin registry: names, localised titles, pinned code.
import { beforeEach, expect, test, vi } from 'vitest';
import type { PluginManifest, PluginManifestResponse } from '@waybill/plugin';

// Fake federation runtime that records calls, since the real one needs a browser.
const runtime = vi.hoisted(() => ({ loadRemote: vi.fn(), registerRemotes: vi.fn() }));
vi.mock('@module-federation/runtime', () => ({ createInstance: () => runtime }));
const { toRegistry } = await import('./registry.ts');
// Remotes wait for the runtime; here each is registered at once.
await (await import('./remotes.ts')).loadRuntime();

const plugin = (id: string, name: string, hash = 'abc'): PluginManifest => ({
  id,
  name,
  version: '1.0.0',
  sdk: '^1.0.0',
  entry: `/plugins/${id}/${hash}/remoteEntry.js`,
  contributes: {
    routes: [{ id: 'zones', path: 'zones', module: './Zones', title: `${name}: zones` }],
  },
});
const manifest = (
  plugins: PluginManifest[],
  names?: Record<string, string>,
): PluginManifestResponse => ({
  schema: 1,
  tenant: 1,
  generation: '1',
  plugins,
  ...(names ? { names } : {}),
});
const title = (response: PluginManifestResponse) =>
  toRegistry(response).plugins[0]?.plugin.contributes.routes?.[0]?.title;

beforeEach(() => runtime.registerRemotes.mockReset());

test('a plugin without a face is named as well', () => {
  const { names } = toRegistry(
    manifest([plugin('named-ferry', 'Ferry')], {
      'named-ferry': 'Ferry',
      'carrier-py': 'Coastal Couriers',
    }),
  );
  expect([...names]).toEqual([
    ['named-ferry', 'Ferry'],
    ['carrier-py', 'Coastal Couriers'],
  ]);
  expect([...toRegistry(manifest([plugin('named-ferry', 'Ferry')])).names]).toEqual([
    ['named-ferry', 'Ferry'],
  ]);
});

test('titles follow the language, and the same code is registered once', () => {
  expect(title(manifest([plugin('spoken-ferry', 'Ferry')]))).toBe('Ferry: zones');
  expect(title(manifest([plugin('spoken-ferry', 'Fähre')]))).toBe('Fähre: zones');
  expect(runtime.registerRemotes).toHaveBeenCalledTimes(1);
});

test('other code waits for a reload, titles and all', () => {
  expect(title(manifest([plugin('kept-ferry', 'Ferry')]))).toBe('Ferry: zones');
  expect(title(manifest([plugin('kept-ferry', 'Ferry 2', 'def')]))).toBe('Ferry: zones');
  expect(runtime.registerRemotes).toHaveBeenCalledTimes(1);
});
