// Plugins' own pages: which of them an address is, and which entries of the menu lead to them.
import type { NavContribution, RouteContribution } from '@waybill/plugin';
import { frontEndOf } from './front-ends.ts';
import {
  allowed,
  fetchAhead,
  type Allowance,
  type LoadedPlugin,
  type Registry,
} from './registry.ts';

export const pageAddress = (plugin: string, path: string): string =>
  `/x/${plugin}${path && `/${path}`}`;

export interface Page extends LoadedPlugin {
  route: RouteContribution;
  /** Base path and the rest. */
  base: string;
  rest: string;
}

/**
 * The page with the longest path that the address begins with; none when there is no such page for
 * this person.
 */
export function pageAt(
  registry: Pick<Registry, 'plugins'>,
  id: string,
  path: string,
  viewer: Allowance,
): Page | null {
  const known = registry.plugins.find(({ plugin }) => plugin.id === id);
  if (!known) return null;
  const pluginPath = path.replace(/\/+$/, '');
  const begins = (route: RouteContribution) =>
    route.path === '' || pluginPath === route.path || pluginPath.startsWith(`${route.path}/`);
  const route = frontEndOf(known.plugin)
    .routes.filter((one) => begins(one) && allowed(one, viewer))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return route
    ? {
        ...known,
        route,
        base: pageAddress(id, route.path),
        rest: pluginPath.slice(route.path.length).replace(/^\//, ''),
      }
    : null;
}

export interface PluginEntry {
  key: string;
  to: string;
  nav: NavContribution;
}

/** The entries that lead to pages of plugins, in their order. */
export function pluginEntries(
  registry: Pick<Registry, 'plugins'>,
  viewer: Allowance,
): PluginEntry[] {
  return registry.plugins
    .flatMap(({ plugin }) => {
      const { routes, nav } = frontEndOf(plugin);
      return nav.flatMap((entry) => {
        const route = routes.find(({ id }) => id === entry.route);
        return route && allowed(entry, viewer) && allowed(route, viewer)
          ? [
              {
                key: `${plugin.id}/${entry.id}`,
                to: pageAddress(plugin.id, route.path),
                nav: entry,
              },
            ]
          : [];
      });
    })
    .toSorted(
      (a, b) =>
        (a.nav.order ?? 100) - (b.nav.order ?? 100) || a.nav.title.localeCompare(b.nav.title),
    );
}

export const fetchPage = (id: string, path: string): Promise<void> =>
  fetchAhead((registry) => {
    const page = pageAt(registry, id, path, { can: () => true, hasFeature: () => true });
    return page
      ? [{ plugin: page.plugin, supported: page.supported, contribution: page.route }]
      : [];
  });
