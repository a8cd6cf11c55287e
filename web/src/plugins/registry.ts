// Registry of the tenant's plugins: slots and modules.
import type { ComponentType } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  SDK_VERSION,
  type PluginManifest,
  type PluginManifestResponse,
  type SlotContribution,
  type SlotName,
} from '@waybill/plugin';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionState } from '../api/session.ts';
import { loadRuntime, registerRemote } from './remotes.ts';
import { fitsSdk } from './sdk-range.ts';

/** A loaded plugin. */
export interface LoadedPlugin {
  plugin: PluginManifest;
  /** False if the plugin needs another SDK; its code is not fetched. */
  supported: boolean;
}

export interface Filling extends LoadedPlugin {
  contribution: SlotContribution;
}

export interface Registry {
  generation: string;
  /** Plugins' names for people, by id. */
  names: Map<string, string>;
  bySlot: Map<string, Filling[]>;
  /** Plugins with a front end, in manifest order. */
  plugins: LoadedPlugin[];
}

const LOAD_TIMEOUT = 10_000;
const MANIFEST_INTERVAL = 300_000;

const remoteName = (id: string) => id.replaceAll('-', '_');
const remote = (plugin: PluginManifest, entry: string) => ({
  name: remoteName(plugin.id),
  entry: new URL(entry, location.origin).href,
  type: 'module' as const,
});

// A tab keeps the plugins it started with: code of two generations in one page would share state by
// accident.
const registered = new Map<string, PluginManifest>();

export function toRegistry(manifest: Omit<PluginManifestResponse, 'schema'>): Registry {
  const bySlot = new Map<string, Filling[]>();
  const plugins: LoadedPlugin[] = [];
  for (const listed of manifest.plugins) {
    const before = registered.get(listed.id);
    // The same code may have come with its titles in another language.
    const plugin = before && before.entry !== listed.entry ? before : listed;
    const supported = fitsSdk(SDK_VERSION, plugin.sdk);
    if (supported) {
      registered.set(plugin.id, plugin);
      if (!before) registerRemote(remote(plugin, plugin.entry));
    }
    plugins.push({ plugin, supported });
    for (const contribution of plugin.contributes.slots ?? []) {
      bySlot.set(contribution.slot, [
        ...(bySlot.get(contribution.slot) ?? []),
        { plugin, contribution, supported },
      ]);
    }
  }
  for (const fillings of bySlot.values()) {
    fillings.sort(
      (a, b) =>
        (a.contribution.order ?? 100) - (b.contribution.order ?? 100) ||
        a.contribution.id.localeCompare(b.contribution.id),
    );
  }
  return {
    generation: String(manifest.generation),
    names: new Map(
      manifest.names
        ? Object.entries(manifest.names)
        : manifest.plugins.map((plugin) => [plugin.id, plugin.name]),
    ),
    bySlot,
    plugins,
  };
}

const manifestQuery = (user: number | string | undefined) =>
  queryOptions({
    queryKey: ['plugins', 'manifest', user],
    queryFn: async () => toRegistry(await api.get('/api/plugins/manifest')),
    staleTime: MANIFEST_INTERVAL,
    refetchInterval: MANIFEST_INTERVAL,
    structuralSharing: false,
  });

const currentUser = () => sessionState().data?.user.id ?? sessionState().data?.user.email;

export const useRegistry = () => useQuery(manifestQuery(currentUser()));

function withTimeout<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} did not answer within ${LOAD_TIMEOUT / 1000} seconds.`)),
      LOAD_TIMEOUT,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// The props of a slot’s component are checked where the slot is placed.
type AnyComponent = ComponentType<any>;

/**
 * A fetched module is kept as a plain value, so that a preloaded slot shows in the same frame as
 * its page.
 */
export interface Fetched {
  promise: Promise<AnyComponent>;
  value?: AnyComponent;
  hasFailed?: boolean;
  /** Index into `addresses`. */
  attempt: number;
}

const modules = new Map<string, Fetched>();
const moduleKey = (plugin: PluginManifest, module: string) => `${plugin.entry} ${module}`;

// Browsers cache failed modules, so each attempt has another URL; a plugin's parts share it.
const attempts = new Map<string, number>();
const addresses = (plugin: PluginManifest) => [plugin.entry, ...(plugin.retries ?? [])];
const currentAttempt = (plugin: PluginManifest) => attempts.get(plugin.entry) ?? 0;

async function fetchModule(plugin: PluginManifest, module: string): Promise<AnyComponent> {
  const path = `${remoteName(plugin.id)}/${module.replace(/^\.\//, '')}`;
  const loaded = await withTimeout(
    loadRuntime().then((runtime) => runtime.loadRemote<{ default?: AnyComponent }>(path)),
    plugin.name,
  );
  if (!loaded?.default) throw new Error(`${plugin.name} has nothing to show under ${module}.`);
  return loaded.default;
}

export function remoteModule(plugin: PluginManifest, module: string): Fetched {
  const key = moduleKey(plugin, module);
  const known = modules.get(key);
  if (known) return known;
  const fetched: Fetched = {
    promise: fetchModule(plugin, module),
    attempt: currentAttempt(plugin),
  };
  fetched.promise.then(
    (component) => {
      fetched.value = component;
    },
    () => {
      // The failure itself reaches the boundary around the slot, which renders from the same
      // promise.
      fetched.hasFailed = true;
    },
  );
  modules.set(key, fetched);
  return fetched;
}

/** True if a retry in this tab can help: it threw, or URLs are left. */
export function canRetry(plugin: PluginManifest, module: string): boolean {
  const known = modules.get(moduleKey(plugin, module));
  return (
    !known?.hasFailed ||
    known.attempt < currentAttempt(plugin) ||
    currentAttempt(plugin) + 1 < addresses(plugin).length
  );
}

/** Forgets a failed module; the next request uses another URL. */
export function retryModule(plugin: PluginManifest, module: string): void {
  const key = moduleKey(plugin, module);
  const known = modules.get(key);
  if (!known?.hasFailed) return;
  const next = known.attempt + 1;
  const entry = addresses(plugin)[next];
  if (known.attempt === currentAttempt(plugin)) {
    if (!entry) return;
    attempts.set(plugin.entry, next);
    // Rendered parts keep their code; later fetches use the new URL.
    registerRemote(remote(plugin, entry), { force: true });
  }
  modules.delete(key);
}

export interface Allowance {
  can: (permission: string) => boolean;
  hasFeature: (name: string) => boolean;
}

/**
 * The server filters the manifest already; here it is filtered again before any plugin code runs.
 */
export function allowed(
  contribution: { permission?: string | null; feature?: string | null },
  { can, hasFeature }: Allowance,
): boolean {
  return (
    (!contribution.permission || can(contribution.permission)) &&
    (!contribution.feature || hasFeature(contribution.feature))
  );
}

/** Prefetches modules of slots; never rejects. */
export async function fetchSlots(names: SlotName[]): Promise<void> {
  await fetchAhead(({ bySlot }) => names.flatMap((name) => bySlot.get(name) ?? []));
}

interface RequestedModule extends LoadedPlugin {
  contribution: { module: string; permission?: string | null; feature?: string | null };
}

/** Fetches modules before they are shown, of those the signed-in person may see; fails never. */
export async function fetchAhead(choose: (registry: Registry) => RequestedModule[]): Promise<void> {
  const session = sessionState().data;
  if (!session) return;
  const can = (permission: string) => session.permissions.includes(permission);
  try {
    const chosen = choose(await queryClient.ensureQueryData(manifestQuery(currentUser())));
    const permitted = chosen.filter(
      ({ supported, contribution }) =>
        supported && allowed(contribution, { can, hasFeature: () => true }),
    );
    await Promise.allSettled(
      permitted.map(
        ({ plugin, contribution }) => remoteModule(plugin, contribution.module).promise,
      ),
    );
  } catch {
    // Errors surface when the module is rendered.
  }
}
