import { defineConfig } from '@playwright/test';

/** Journeys on the built product (`npm run build` comes first), at the widths of a phone and of a desk. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: 'e2e/support/one-run.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  // One more than there are processors on small machines: each has a shop of its own and waits for it at times.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    // Traces of all that succeeds take a quarter of the time. For one that fails: `npx playwright test --trace on …`.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      grepInvert: /@(any-width|desk-only)/,
    },
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } }, grepInvert: /@phone-only/ },
  ],
});
