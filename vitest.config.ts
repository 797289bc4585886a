import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { SHORT_LIVED } from './src/server/test/short-lived.ts';

/** What takes minutes; `npm run test:long` runs it on the built server. */
const LONG = 'src/**/*.long.test.ts';

/** A world holds time and chance of its whole process: nothing that another file left there may be in it. */
const SIMULATION = 'src/server/simulation/**/*.test.ts';

/** Files share their process: each brings its own database, and loading the shop anew for each takes minutes. */
const TOGETHER = { isolate: false };

const server = (name: string, database: 'pglite' | 'postgres') => ({
  test: {
    name,
    ...TOGETHER,
    include: ['src/{server,demo}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, LONG, SIMULATION],
    execArgv: SHORT_LIVED,
    environment: 'node' as const,
    env: { TEST_DATABASE: database },
    globalSetup: ['src/server/test/global-setup.ts'],
    setupFiles: ['src/server/test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a test waits for comes at once, but not on a machine with other work.
    expect: { poll: { timeout: 20_000 } },
  },
});

/** The server's tests on the embedded database, which `scripts/mutate.ts` asks as well. */
export const { test: embedded } = server('server', 'pglite');

const simulation = {
  test: {
    ...embedded,
    name: 'simulation',
    isolate: true,
    // Weeks go by in seconds, but not beside everything else that is tested.
    testTimeout: 300_000,
    // Stories of practice come first.
    hookTimeout: 300_000,
    include: [SIMULATION],
    exclude: configDefaults.exclude,
  },
};

/** What a pooler could lose or mix up: transactions, rivals, LISTEN, jobs. */
const POOLED = [
  'orders/races',
  'orders/submit-order',
  'payments/settle',
  'cache',
  'jobs/jobs',
  'two-processes',
  'database/pooler',
  'database/backfills',
];

const { test: onPostgres } = server('server-pgbouncer', 'postgres');
const pooled = {
  test: {
    ...onPostgres,
    include: POOLED.map(name => `src/server/${name}.test.ts`),
    env: { ...onPostgres.env, TEST_POOLED: 'yes' },
  },
};

const long = (name: string, database: 'pglite' | 'postgres') => ({
  test: {
    name,
    include: [LONG],
    environment: 'node' as const,
    env: { TEST_DATABASE: database },
    globalSetup: ['src/server/test/global-setup.ts'],
    setupFiles: ['src/server/test/setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are processors: many tests wait for a clock, a lock or a process.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    projects: [
      {
        test: {
          name: 'rules',
          ...TOGETHER,
          include: ['src/shared/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['src/server/test/setup.ts'],
        },
      },
      { test: embedded },
      simulation,
      server('server-postgres', 'postgres'),
      pooled,
      long('long', 'pglite'),
      long('long-postgres', 'postgres'),
      {
        test: {
          name: 'client',
          ...TOGETHER,
          include: ['src/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['src/server/test/setup.ts', 'src/client/test-setup.ts'],
        },
      },
    ],
  },
});
