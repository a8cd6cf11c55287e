// Plugin and package rules without UI.
import { compareVersions, validate } from 'compare-versions';
import {
  ApiError,
  errorMessage,
  inEnglish,
  words,
  type Tone,
  type Translate,
} from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

/** A code, with an English text. */
export type Ask = Schema<'Ask'>;
export type Plugin = Schema<'InstalledView'>;
export type FunctionHealth = Schema<'FunctionHealth'>;
export type LogLine = Schema<'LogLine'>;
export type Package = Schema<'PackageView'>;
export type PackageState = Package['state'];
export type Signer = Schema<'SignerView'>;

export type PluginState = 'enabled' | 'review' | 'disabled';

/** New permissions wait for consent. */
export function pluginState({
  isEnabled,
  missingConsents,
  waiting,
}: Pick<Plugin, 'isEnabled' | 'missingConsents' | 'waiting'>): PluginState {
  if (!isEnabled) return 'disabled';
  return waiting || missingConsents.length > 0 ? 'review' : 'enabled';
}

/** A waiting version precedes the one in use. */
export const wantedOf = (plugin: Plugin): Plugin =>
  plugin.waiting
    ? {
        ...plugin,
        version: plugin.waiting.version,
        asks: plugin.waiting.asks,
        missingConsents: plugin.waiting.missingConsents,
      }
    : plugin;

export const PLUGIN_STATES: Record<PluginState, { text: string; tone: Tone }> = {
  enabled: { text: msg('Enabled'), tone: 'success' },
  review: { text: msg('Waiting for your approval'), tone: 'warning' },
  disabled: { text: msg('Not enabled'), tone: 'neutral' },
};

/** Sorts waiting first, then enabled; by name. */
export function inOrder(plugins: readonly Plugin[]): Plugin[] {
  const ranks: PluginState[] = ['review', 'enabled', 'disabled'];
  return plugins.toSorted(
    (a, b) =>
      ranks.indexOf(pluginState(a)) - ranks.indexOf(pluginState(b)) || a.name.localeCompare(b.name),
  );
}

/** Identifies the list that consent covers, in any order. */
export const questionOf = (plugin: Pick<Plugin, 'id' | 'version' | 'asks'>): string =>
  [plugin.id, plugin.version, ...plugin.asks.map((ask) => ask.code).toSorted()].join('\n');

/** True if consent precedes enabling. */
export const needsAgreement = (plugin: Pick<Plugin, 'isBundled' | 'asks'>): boolean =>
  !plugin.isBundled && plugin.asks.length > 0;

/** Permissions new to the tenant; empty for a disabled plugin, where all are new. */
export function newAsks(plugin: Plugin): Set<string> {
  return new Set(
    pluginState(plugin) === 'review' && plugin.missingConsents.length < plugin.asks.length
      ? plugin.missingConsents
      : [],
  );
}

/** Listed for translation; others stay unchanged. */
export const SERVER_SENTENCES = [
  msg('Sign with the keys in its settings, without seeing them'),
  msg('Read the settings of the accounts you create for it (never their secrets)'),
  msg('Store up to 10 MiB of plugin data for your company'),
  msg('Send and receive data over the Internet, only with the hosts listed here'),
  msg('Draw labels and manifests'),
  msg('Price with your rate cards'),
  msg('List your records in its reports, as the person who runs one may see them'),
  msg('Write reports'),
  msg('Add pages and menu entries'),
  msg('Carrier'),
  msg('Rate engine'),
  msg('Commerce'),
  msg('Payment'),
  msg('Report'),
] as const;

const SENTENCES_WITH_A_NAME = [
  { prefix: 'host:', text: msg('Exchange data with {name}') },
  { prefix: 'slot:', text: msg('Show a panel in your pages ({name})') },
] as const;

/** Callers in the server's terms. */
const CALLERS = [
  msg('Receive {call} from anyone who has the address'),
  msg('Receive {call} signed with the secret {secret}'),
  msg('Receive {call} with an API key'),
  msg('Receive {call} with an API key that has the permission {permission}'),
  msg('Receive {call} from your users'),
  msg('Receive {call} from your users who have the permission {permission}'),
] as const;

/** Placeholder values; null if the text doesn't match. */
function valuesIn(text: string, template: string): Record<string, string> | null {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const pattern = text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.+)');
  const found = new RegExp(`^${pattern}$`, 'u').exec(template);
  const values =
    found && Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
  return values && inEnglish(text, values) === template ? values : null;
}

function callerText(callers: string, t: Translate): string {
  // Longer sentences begin like shorter ones.
  for (const text of CALLERS.toReversed()) {
    const values = valuesIn(text, callers);
    if (values) return t(text, values);
  }
  return t(callers);
}

/** The server's text if they differ. */
export function askText({ code, words: sentence }: Ask, t: Translate): string {
  if (code.startsWith('endpoint:')) return callerText(sentence, t);
  const named = SENTENCES_WITH_A_NAME.find(
    ({ prefix, text }) =>
      code.startsWith(prefix) && inEnglish(text, { name: code.slice(prefix.length) }) === sentence,
  );
  return named ? t(named.text, { name: code.slice(named.prefix.length) }) : t(sentence);
}

export function reviewText({ version, waiting }: Plugin, t: Translate): string {
  return waiting
    ? t('Version {version} needs your approval. Your organisation stays on {current} until then.', {
        version: waiting.version,
        current: version,
      })
    : t('This plugin needs additional permissions. It stays inactive until they are approved.');
}

export function signerChange(
  { from, fromFingerprint, to, toFingerprint }: Schema<'SignerChange'>,
  t: Translate,
): string {
  return to === null
    ? t('This version is not signed. Earlier versions were signed by {from} ({fromFingerprint}).', {
        from,
        fromFingerprint,
      })
    : t(
        'This version is signed by {to} ({toFingerprint}). Earlier versions were signed by {from} ({fromFingerprint}).',
        { from, fromFingerprint, to, toFingerprint: toFingerprint ?? '' },
      );
}

export const kindText = (kind: string, t: Translate): string => t(words(kind));

const LEVELS: Record<string, { text: string; tone: Tone }> = {
  debug: { text: msg('Debug'), tone: 'neutral' },
  info: { text: msg('Info'), tone: 'info' },
  warn: { text: msg('Warning'), tone: 'warning' },
  error: { text: msg('Error'), tone: 'danger' },
};

/** Unknown levels keep their name. */
export const levelOf = (level: string): { text: string; tone: Tone } =>
  LEVELS[level.toLowerCase()] ?? { text: words(level), tone: 'neutral' };

export interface PackageGroup {
  plugin: string;
  name: string;
  /** The package active now, or when resumed. */
  current: Package | null;
  /** Rollback target. */
  previous: Package | null;
  state: 'active' | 'suspended' | 'none';
  /** Packages: active, canary, rollback target, newest. */
  packages: Package[];
}

const RANKS: Record<PackageState, number> = {
  active: 0,
  suspended: 0,
  canary: 1,
  previous: 2,
  available: 3,
};

export function groupPackages(packages: readonly Package[]): PackageGroup[] {
  const groups = new Map<string, Package[]>();
  for (const one of packages) groups.set(one.plugin, [...(groups.get(one.plugin) ?? []), one]);
  return [...groups]
    .map(([plugin, members]) => {
      const sorted = members.toSorted(
        (a, b) =>
          RANKS[a.state] - RANKS[b.state] ||
          Date.parse(b.creationTime) - Date.parse(a.creationTime) ||
          b.id - a.id,
      );
      const current =
        sorted.find(({ state }) => state === 'active' || state === 'suspended') ?? null;
      return {
        plugin,
        name: (current ?? sorted[0])?.name || plugin,
        current,
        previous: sorted.find(({ state }) => state === 'previous') ?? null,
        state:
          current?.state === 'suspended'
            ? ('suspended' as const)
            : current
              ? ('active' as const)
              : ('none' as const),
        packages: sorted,
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.plugin.localeCompare(b.plugin));
}

/** True if it precedes the other; invalid versions are never older. */
export const isOlder = (one: string, other: string): boolean =>
  validate(one) && validate(other) && compareVersions(one, other) < 0;

/** Permissions beyond the active package. */
export function asksAdded(
  candidate: Pick<Package, 'asks'>,
  current: Pick<Package, 'asks'> | null,
): Ask[] {
  if (!current) return [];
  return candidate.asks.filter((ask) => !current.asks.some(({ code }) => code === ask.code));
}

export const PACKAGE_STATES: Record<PackageState, { text: string; tone: Tone }> = {
  active: { text: msg('Active'), tone: 'success' },
  suspended: { text: msg('Suspended'), tone: 'warning' },
  canary: { text: msg('Trial'), tone: 'progress' },
  previous: { text: msg('Previous version'), tone: 'info' },
  available: { text: msg('Not in use'), tone: 'neutral' },
};

/** Sorts trusted first, by name. */
export const signersInOrder = (signers: readonly Signer[]): Signer[] =>
  signers.toSorted(
    (a, b) =>
      Number(Boolean(a.revokedAt)) - Number(Boolean(b.revokedAt)) || a.name.localeCompare(b.name),
  );

/** A rejection with the server's reason. */
export function refusalText(error: unknown): string {
  const sentence = errorMessage(error);
  return error instanceof ApiError && error.details && error.status !== 0
    ? `${sentence} ${error.details}`
    : sentence;
}

/** Adds the reason to failures. */
export async function explained<T>(deed: Promise<T>): Promise<T> {
  try {
    return await deed;
  } catch (error) {
    throw new Error(refusalText(error), { cause: error });
  }
}

export function problemOf(error: unknown, member: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.validationErrors.find(({ members }) => members.includes(member))?.message;
}

export const ASKS_CHANGED = 711;
export const asksChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === ASKS_CHANGED;
