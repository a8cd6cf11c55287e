// Unit test settings of shell, kit and plugins: jsdom, no federation.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

const ROOT = path.resolve(import.meta.dirname, '..');
const TESTS = ['{web,sdk/web,web-plugins/*}/src/**/*.test.{ts,tsx}', 'web/test/*.test.ts'];

const testsIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));
/**
 * Tests that replace modules need a module graph of their own: in a shared one, another test may
 * have loaded the real module before.
 */
const REPLACES_MODULES = ['web/src', 'sdk/web/src', 'web/test']
  .concat(readdirSync(path.join(ROOT, 'web-plugins')).map((name) => `web-plugins/${name}/src`))
  .flatMap(testsIn)
  .filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(path.join(ROOT, file), 'utf8')));

export default defineConfig({
  root: ROOT,
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
