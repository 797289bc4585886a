/**
 * How well the shop is searched: the sixty searches of `src/server/search/sixty-searches.test-support.ts`, asked as a guest asks
 * them, on the demo shop. `npx tsx bench/searches.ts`; a database in memory is filled first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemoShop } from '#demo/seed.ts';
import type { Context } from '#server/context.ts';
import { loadEnv } from '#server/env.ts';
import { createLogger } from '#server/logging.ts';
import { closeParts, openParts } from '#server/open-parts.ts';
import { appRouter } from '#server/router.ts';
import { FIRST, judgeSearch, readFacts, type Verdict } from '#server/search/judge-searches.test-support.ts';
import { SIXTY_SEARCHES } from '#server/search/sixty-searches.test-support.ts';
import { createCallerFactory } from '#server/trpc.ts';

const folder = await mkdtemp(join(tmpdir(), 'knurl-searches-'));
Object.assign(process.env, {
  DATABASE_URL: '',
  DATA_DIR: folder,
  SHOP_MODE: 'demo',
  DEMO_DATA: 'off',
  LOG_LEVEL: 'warn',
});
try {
  const env = loadEnv();
  const app = await openParts(env, createLogger(env.logLevel));
  await seedDemoShop(app.db);
  const context: Context = {
    app,
    db: app.db,
    user: null,
    session: null,
    key: null,
    via: 'trpc',
    ip: '127.0.0.1',
    userAgent: '',
    readCookie: () => null,
    requestId: 'bench',
    log: app.log,
    setCookie: () => undefined,
    setStatus: () => undefined,
  };
  const shop = createCallerFactory(appRouter)(context);
  const facts = await readFacts(app.db);
  const verdicts: Verdict[] = [];
  for (const search of SIXTY_SEARCHES) {
    const { products } = await shop.products.list({ title: search.query });
    const ids = products.map(({ _id }) => _id);
    verdicts.push(judgeSearch(search, ids, facts));
  }
  report(verdicts, facts.length);
  await closeParts(app, 1);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function report(verdicts: readonly Verdict[], products: number) {
  console.log(
    `${products} products. Right in the shop, rank of the first right one, right ones needed, luck:\n`,
  );
  for (const { search, inShop, rank, needed, luck, passed } of verdicts) {
    const parts = [
      passed ? 'found ' : 'MISSED',
      search.kind.padEnd(5),
      search.query.padEnd(34),
      String(inShop).padStart(4),
      (rank === null ? '–' : `#${rank}`).padStart(4),
      (needed === 1 ? `1 of ${FIRST}` : `first ${needed}`).padStart(8),
      percent(luck).padStart(5),
    ];
    console.log(`${parts.join('  ')}${inShop === 0 ? '  nothing right in the shop' : ''}`);
  }
  console.log('');
  for (const kind of ['typo', 'size', 'trade'] as const) {
    summarize(
      kind,
      verdicts.filter(({ search }) => search.kind === kind),
    );
  }
  summarize('all', verdicts);
}

function summarize(name: string, verdicts: readonly Verdict[]) {
  const share = (holds: (verdict: Verdict) => boolean) =>
    percent(verdicts.filter(holds).length / verdicts.length);
  const luck = verdicts.reduce((sum, one) => sum + one.luck, 0) / verdicts.length;
  console.log(
    `${name.padEnd(5)} ${share(({ passed }) => passed)} found; a right one in the first ${FIRST}: ` +
      `${share(({ rank }) => rank !== null && rank <= FIRST)}; nothing right in the shop: ` +
      `${share(({ inShop }) => inShop === 0)}; by luck: ${percent(luck)}`,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.095 ? 1 : 0)} %`;
}
