// Federation settings of host and plugins, and plugin builds.
import path from 'node:path';
import { federation } from '@module-federation/vite';
import { devServer } from './dev.mjs';
import { liveParts } from './live.mjs';
import { SHARES } from './shares.mjs';

// Plugins fetch every listed share at start, so heavy ones are listed only where used.
const OPTIONAL = new Set(['@waybill/plugin/forms']);

/** The host uses only the runtime (`createInstance`). */
export function hostFederation() {
  const define = { ENV_TARGET: '"web"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' };
  return { name: 'waybill:host-federation', config: () => ({ define }) };
}

/**
 * Federation lists a share's exports from the imports read so far, and may miss later ones. Taking
 * the share as a whole lists everything, so each exposed module does that first.
 */
function takeSharesWhole(exposes, names) {
  const lines = names
    .map((name, index) => `import * as share${index} from ${JSON.stringify(name)};`)
    .join('\n');
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
export function remoteFederation({ id, exposes, uses = [], live = false }) {
  const listed = Object.entries(SHARES).filter(
    ([name]) => !OPTIONAL.has(name) || uses.includes(name),
  );
  const sharing = federation({
    name: id.replaceAll('-', '_'),
    filename: 'remoteEntry.js',
    exposes,
    shared: Object.fromEntries(
      listed.map(([name, requiredVersion]) => [
        name,
        { singleton: true, requiredVersion, strictVersion: true, import: false },
      ]),
    ),
    dts: false,
    manifest: false,
    disableRemote: true,
    disableSnapshot: true,
    experiments: { externalRuntime: true },
    // Reports parse errors immediately instead of waiting.
    ...(live ? { moduleParseIdleTimeout: 1 } : {}),
  });
  return [
    takeSharesWhole(
      exposes,
      listed.map(([name]) => name),
    ),
    sharing,
  ];
}

/** Builds `frame.js` separately, into the same folder. */
function frameScript(entry) {
  let settled;
  return {
    name: 'waybill:frame',
    apply: 'build',
    configResolved(config) {
      settled = config;
    },
    async closeBundle() {
      const { build } = await import('vite');
      const { root, build: face } = settled;
      await build({
        configFile: false,
        root,
        mode: 'production',
        logLevel: 'warn',
        publicDir: false,
        build: {
          target: 'es2023',
          outDir: face.outDir,
          emptyOutDir: false,
          minify: face.minify,
          reportCompressedSize: false,
          lib: {
            entry: path.resolve(root, entry),
            formats: ['iife'],
            name: 'frame',
            fileName: () => 'frame.js',
          },
        },
      });
    },
  };
}

/**
 * Vite configuration of a front end; `plugins` go first. `vite build` builds for release; `vite`
 * shows it live in WAYBILL_HOST (http://localhost:8080). `frame` is the script of `[web.frame]`.
 */
export function pluginConfig({ id, exposes, uses, frame, plugins = [] }) {
  const settings = (live) => ({
    base: './',
    plugins: [
      ...plugins,
      live && liveParts(id, exposes),
      remoteFederation({ id, exposes, uses, live }),
      frame && frameScript(frame),
    ],
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      sourcemap: false,
      rolldownOptions: { input: Object.values(exposes)[0] },
    },
  });
  return ({ command }) =>
    command === 'build'
      ? settings(false)
      : { plugins: [devServer({ id, exposes, buildSettings: () => settings(true) })] };
}
