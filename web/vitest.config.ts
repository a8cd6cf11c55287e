// Unit test settings of shell, kit and plugins: jsdom, no federation.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['web/test/setup.ts'],
    include: ['{web,sdk/web,web-plugins/*}/src/**/*.test.{ts,tsx}', 'web/test/*.test.ts'],
    css: false,
    restoreMocks: true,
    // Ends hung tests, with room for slow machines.
    testTimeout: 30_000,
  },
});
