// How the shell's, the kit's and the plugins' unit tests run: in jsdom, without federation between them.
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
    // What hangs is ended; what is slow on a busy machine is not.
    testTimeout: 30_000,
  },
});
