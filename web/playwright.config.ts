// Browser tests against a running host with the demonstration data.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  reporter: [['list']],
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.WAYBILL_E2E_URL ?? 'http://localhost:8080',
    viewport: { width: 1360, height: 850 },
    locale: 'en-AU',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // A root user has no sandbox; the rest keeps the browser from calling home on a closed network.
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
});
