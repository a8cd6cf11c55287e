// Build of the shell: one page, lazy areas, and shares for plugins.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { hostFederation } from '@waybill/plugin/vite';

const host = process.env.WAYBILL_DEV_HOST ?? 'http://localhost:8080';

/** Modules of every page, and the router and cache below them. */
const FIRST = [
  /web\/src\/api\/(?:auth|client|passkey|proof|query-client|reach)\.ts$/,
  /web\/src\/api\/(?:session|session-service|sign-in|tenant)\.tsx?$/,
  /web\/src\/shell\/(?:LanguageChoice|languages|Loading|preferences|Problems)\.tsx?$/,
  /web\/src\/shell\/(?:TenantLogo|tenant-theme|toast)\.tsx?$/,
  /web\/src\/lib\/i18n\.ts$/,
  /sdk\/web\/src\/(?:api|cn|format|host|i18n|intl|server-messages)\.tsx?$/,
  /sdk\/web\/src\/ui\/(?:button|feedback|field|inputs)\.tsx$/,
  /node_modules\/@tanstack\/(?:history|react-router|react-store|router-core|store)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  // Icons of the sign-in page, which other pages show too.
  /lucide-react\/.*\/icons\/(?:building-complex|eye|eye-off|fingerprint-pattern|key-round|log-in)\./,
];

const SIGN_IN = [
  /web\/src\/areas\/identity\/account\/(?:Login|Outside|SignInPage)\.tsx$/,
  /web\/src\/kit\/(?:PasskeyButton|password\/PasswordInput)\.tsx$/,
];

/** Pages whose modules the budget of the dashboard counts. */
const SHELL = ['shell/ShellLayout.tsx', 'shell/Home.tsx', 'areas/dashboard/Dashboard.tsx'];

/** Screens that share a module of the chunk `work`, at least. */
const SHARED_BY = 10;
/** Larger modules stay apart, in bytes. */
const SMALL = 8_000;

const matches = (all: RegExp[]) => (id: string) => all.some((one) => one.test(id));

interface ChunkContext {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

let shellModules: Set<string> | undefined;
/** Names the chunk of modules that a signed-in page imports before it runs. */
function shellChunk(id: string, context: ChunkContext): string | null {
  if (!shellModules) {
    const seen = new Set<string>();
    const visit = (module: string) => {
      if (seen.has(module)) return;
      seen.add(module);
      for (const imported of context.getModuleInfo(module)?.importedIds ?? []) visit(imported);
    };
    for (const page of SHELL) visit(`${import.meta.dirname}/src/${page}`);
    shellModules = seen;
  }
  return shellModules.has(id) ? 'shell' : null;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), react(), hostFederation()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    // Each request costs more than the bytes of a small module: modules that many pages share are
    // few chunks. A page loads about 16 of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: matches(FIRST), priority: 5 },
            { name: 'index', tags: ['$initial'], priority: 4 },
            { name: 'sign-in', test: matches(SIGN_IN), priority: 3 },
            { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 2 },
            { name: shellChunk, debugName: 'shell', minShareCount: 2, priority: 1 },
            { name: 'work', minShareCount: SHARED_BY, maxModuleSize: SMALL },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': host, '/plugins': host } },
});
