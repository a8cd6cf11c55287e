// Federation runtime and shared modules; loaded with the first remote.
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactQuery from '@tanstack/react-query';
import { version as reactQueryVersion } from '@tanstack/react-query/package.json';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import * as kit from '@waybill/plugin';
import { SHARES } from '@waybill/plugin/shares';

type Provided = { version: string } & (
  | { lib: () => unknown }
  | { get: () => Promise<() => unknown> }
);

// The page runs on these already, so sharing them fetches nothing; forms come with the first plugin
// that has one.
const provided: Record<keyof typeof SHARES, Provided> = {
  react: { version: react.version, lib: () => react },
  'react/jsx-runtime': { version: react.version, lib: () => jsxRuntime },
  'react-dom': { version: reactDom.version, lib: () => reactDom },
  '@tanstack/react-query': { version: reactQueryVersion, lib: () => reactQuery },
  '@waybill/plugin': { version: kit.SDK_VERSION, lib: () => kit },
  '@waybill/plugin/forms': {
    version: kit.SDK_VERSION,
    get: () => import('@waybill/plugin/forms').then((forms) => () => forms),
  },
};

// Plugins are built without a runtime of their own: they read this one from the global of this
// name.
(globalThis as { _FEDERATION_RUNTIME_CORE?: unknown })._FEDERATION_RUNTIME_CORE = runtimeCore;

export const federation = createInstance({
  name: 'waybill',
  remotes: [],
  shared: Object.fromEntries(
    Object.entries(SHARES).map(([name, requiredVersion]) => [
      name,
      {
        ...provided[name as keyof typeof SHARES],
        shareConfig: { singleton: true, requiredVersion },
      },
    ]),
  ),
});
