// Build of the driver pages: a page of their own, light enough for a phone, with a worker that
// keeps it.
import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';

const host = process.env.WAYBILL_DEV_HOST ?? 'http://localhost:8080';
const BASE = '/driver/';
const WORKER = 'sw.js';
/** Kept with their first use only: the decoder of some browsers, and letters of some languages. */
const NOT_KEPT = /\.wasm$|\/inter-(?!latin-wght)/;
/** Files of `public` that the page shows. */
const PUBLIC = ['manifest.webmanifest', 'icon-192.png'];

/** Tells the worker which files to keep, and their version. */
function fillInShell(): Plugin {
  return {
    name: 'waybill:driver-shell',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`The build has no ${WORKER}.`);
        const page = bundle['index.html'];
        const names = Object.keys(bundle).filter(
          (name) => name.startsWith('assets/') && !NOT_KEPT.test(name),
        );
        const files = [...names.toSorted(), ...PUBLIC].map((name) => `${BASE}${name}`);
        const hash = createHash('sha256').update(files.join('\n'));
        if (page?.type === 'asset') hash.update(page.source);
        const version = hash.digest('hex').slice(0, 12);
        worker.code = `const SHELL = ${JSON.stringify({ version, files })};\n${worker.code}`;
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  server: { port: 5174, strictPort: true, proxy: { '/api': host } },
  plugins: [tailwindcss(), react(), fillInShell()],
  define: { ENV_TARGET: '"web"' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    outDir: '../dist/driver',
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: `${import.meta.dirname}/index.html`, sw: `${import.meta.dirname}/sw.ts` },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
});
