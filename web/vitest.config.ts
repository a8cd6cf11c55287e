// Unit test settings of shell, kit and plugins: jsdom, no federation.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

/** Tests that replace modules: these need a module graph of their own. */
const REPLACES_MODULES = [
  'web/src/plugins/{Slot,pages}.test.tsx',
  'web/src/plugins/registry.test.ts',
];
const TESTS = ['{web,sdk/web,web-plugins/*}/src/**/*.test.{ts,tsx}', 'web/test/*.test.ts'];

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['web/test/setup.ts'],
    css: false,
    restoreMocks: true,
    // Ends hung tests, with room for slow machines.
    testTimeout: 30_000,
    pool: 'threads',
    projects: [
      {
        extends: true,
        // Loading React, jsdom and the kit for each file takes six times the tests' own time.
        test: { name: 'shared', include: TESTS, exclude: REPLACES_MODULES, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: REPLACES_MODULES } },
    ],
  },
});
