// Browser tests against running hosts with the demonstration data, one for each worker.
import { defineConfig } from '@playwright/test';
import { HOSTS, forThisWorker } from './e2e/hosts.ts';

export default defineConfig({
  testDir: 'e2e',
  workers: HOSTS.length,
  reporter: [['list']],
  // Two tests and their hosts share the available processors.
  timeout: 120_000,
  // A shared machine may be slow for minutes; CI retries a failed test once.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 15_000 },
  use: {
    baseURL: forThisWorker(HOSTS),
    viewport: { width: 1360, height: 850 },
    // A quarter of the pixels to draw; widths and colours of the page stay.
    deviceScaleFactor: 0.5,
    locale: 'en-AU',
    // Frames of animations are drawn by processors that the tests need.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test takes three times as long; only retries are traced. By hand: `--trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Root has no sandbox; the other flags keep the browser offline on a closed network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Frames are drawn in the browser's own process: nothing is copied between processes.
        '--in-process-gpu',
        // Functions are compiled once they run.
        '--js-flags=--max-lazy',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
