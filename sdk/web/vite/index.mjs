// The one list of what the host shares with plugins, and the federation settings of both sides.
import path from 'node:path';
import { federation } from '@module-federation/vite';

/** The host provides these; a plugin only consumes them. A plugin lists the optional ones it uses. */
const SHARES = {
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  'react-dom': '^19.0.0',
  '@tanstack/react-query': '^5.0.0',
  '@waybill/plugin': '^1.0.0',
  '@waybill/plugin/forms': '^1.0.0',
};
// A plugin fetches every share it lists as soon as it starts, so the heavy ones are listed only where they are used.
const OPTIONAL = new Set(['@waybill/plugin/forms']);

/** Federation on the host's side: remotes are found at run time, so none is named here. */
export function hostFederation({ disableSnapshot = true } = {}) {
  return federation({
    name: 'waybill',
    remotes: {},
    shared: Object.fromEntries(Object.entries(SHARES).map(([name, requiredVersion]) => [name, { singleton: true, requiredVersion }])),
    dts: false,
    manifest: false,
    disableSnapshot,
    experiments: { provideExternalRuntime: true },
    dev: { remoteHmr: true },
  });
}

/**
 * Federation lists a share's exports from the imports it has read so far, while files are read side by side:
 * now and then it would leave out one that is read later. A module that takes a share as a whole makes it list
 * everything, so each exposed module does that before anything it imports is read.
 */
function takeSharesWhole(exposes, names) {
  const lines = names.map((name, index) => `import * as share${index} from ${JSON.stringify(name)};`).join('\n');
  let exposed = new Set();
  return {
    name: 'waybill:take-shares-whole',
    enforce: 'pre',
    apply: 'build',
    configResolved({ root }) {
      exposed = new Set(Object.values(exposes).map((file) => path.resolve(root, file)));
    },
    transform(code, id) {
      return exposed.has(id.split('?')[0]) ? { code: `${code}\n${lines}\n`, map: null } : undefined;
    },
  };
}

/** Federation on a plugin's side. `uses` names the optional shares it needs. */
export function remoteFederation({ id, exposes, uses = [] }) {
  const listed = Object.entries(SHARES).filter(([name]) => !OPTIONAL.has(name) || uses.includes(name));
  const sharing = federation({
    name: id.replaceAll('-', '_'),
    filename: 'remoteEntry.js',
    exposes,
    shared: Object.fromEntries(listed.map(([name, requiredVersion]) => [name, { singleton: true, requiredVersion, strictVersion: true, import: false }])),
    dts: false,
    manifest: false,
    disableRemote: true,
    disableSnapshot: true,
    experiments: { externalRuntime: true },
    dev: { remoteHmr: true },
  });
  return [takeSharesWhole(exposes, listed.map(([name]) => name)), sharing];
}

/** The whole Vite configuration of a plugin's face; `plugins` go before ours. */
export function pluginConfig({ id, exposes, uses, plugins = [] }) {
  return {
    base: './',
    plugins: [...plugins, remoteFederation({ id, exposes, uses })],
    build: { target: 'es2023', modulePreload: { polyfill: false }, sourcemap: false, rolldownOptions: { input: Object.values(exposes)[0] } },
  };
}
