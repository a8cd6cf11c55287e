// Browser tests against running hosts with the demonstration data, one for each worker.
import { defineConfig } from '@playwright/test';
import { HOSTS, own } from './e2e/hosts.ts';

export default defineConfig({
  testDir: 'e2e',
  workers: HOSTS.length,
  reporter: [['list']],
  // Two journeys and their hosts share what processors there are.
  timeout: 120_000,
  // A machine that is shared with other work may be slow for minutes; a journey that fails is tried once more there.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 15_000 },
  use: {
    baseURL: own(HOSTS),
    viewport: { width: 1360, height: 850 },
    locale: 'en-AU',
    // Recording every journey makes each take three times as long; the second try of one that failed is recorded. By hand: `--trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // A root user has no sandbox; the rest keeps the browser from calling home on a closed network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
