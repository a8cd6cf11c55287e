// Validates pages and menu entries of plugins; errors go to the console.
import {
  NAV_AREAS,
  type NavContribution,
  type PluginManifest,
  type RouteContribution,
} from '@waybill/plugin';
import { LINK_ICONS } from '../shell/link-icons.tsx';

/** Error of a value, or false. */
type Check = (value: unknown) => string | false;

const LONGEST_TITLE = 64;

const text: Check = (value) =>
  (typeof value !== 'string' || value.trim() === '') && 'a text is expected';
const title: Check = (value) =>
  text(value) ||
  ((value as string).length > LONGEST_TITLE && `at most ${LONGEST_TITLE} characters are expected`);
const path: Check = (value) =>
  !(typeof value === 'string' && /^(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/.test(value)) &&
  'lower-case words, digits and hyphens between slashes are expected, such as zones or zones/map';
const module: Check = (value) =>
  !(typeof value === 'string' && value.startsWith('./')) &&
  'a module that the face exposes is expected, such as ./Zones';
const order: Check = (value) => typeof value !== 'number' && 'a number is expected';
const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    !(typeof value === 'string' && names.includes(value)) &&
    `one of ${names.join(', ')} is expected`;
const optional =
  (check: Check): Check =>
  (value) =>
    value !== undefined && value !== null && check(value);

const ROUTE: Record<string, Check> = {
  id: text,
  path,
  module,
  title,
  permission: optional(text),
  feature: optional(text),
};
const NAV: Record<string, Check> = {
  id: text,
  title,
  icon: optional(oneOf(Object.keys(LINK_ICONS))),
  route: text,
  area: optional(oneOf(NAV_AREAS)),
  order: optional(order),
  permission: optional(text),
  feature: optional(text),
};

/** The first thing that is wrong with a declaration, in words for the plugin's author. */
function problem(declared: unknown, shape: Record<string, Check>): string | null {
  if (declared === null || typeof declared !== 'object') return 'a table is expected';
  const members = declared as Record<string, unknown>;
  for (const [name, check] of Object.entries(shape)) {
    const wrong = check(members[name]);
    if (wrong)
      return `${name} ${members[name] === undefined ? 'is missing' : JSON.stringify(members[name])}: ${wrong}`;
  }
  const unknown = Object.keys(members).find((name) => !(name in shape));
  return unknown === undefined
    ? null
    : `${unknown}: there is no such member; there are ${Object.keys(shape).join(', ')}`;
}

function right<T extends { id: string }>(
  plugin: PluginManifest,
  list: 'routes' | 'nav',
  shape: Record<string, Check>,
  useful: (one: T) => boolean = () => true,
): T[] {
  const usedIds = new Set<string>();
  return ((plugin.contributes[list] ?? []) as unknown[]).filter((one, index): one is T => {
    const wrong =
      problem(one, shape) ??
      (usedIds.has((one as T).id)
        ? `id ${JSON.stringify((one as T).id)}: it is there already`
        : null);
    if (wrong !== null) {
      console.warn(`The plugin ${plugin.id}: web.${list}[${index}] is left out. ${wrong}.`);
      return false;
    }
    usedIds.add((one as T).id);
    return useful(one as T);
  });
}

export interface FrontEnd {
  routes: RouteContribution[];
  nav: NavContribution[];
}

const faces = new WeakMap<PluginManifest, FrontEnd>();

/** Valid pages and entries of a plugin; errors are logged once a tab. */
export function frontEndOf(plugin: PluginManifest): FrontEnd {
  const known = faces.get(plugin);
  if (known) return known;
  const routes = right<RouteContribution>(plugin, 'routes', ROUTE);
  // Without its page an entry leads nowhere; a page that this person may not see is not in the
  // manifest at all.
  const pages = new Set(routes.map(({ id }) => id));
  const nav = right<NavContribution>(plugin, 'nav', NAV, ({ route }) => pages.has(route));
  const face = { routes, nav };
  faces.set(plugin, face);
  return face;
}
