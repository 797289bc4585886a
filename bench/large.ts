/**
 * `npx tsx bench/large.ts`: how long somebody waits, alone on one connection, of 100,000 products on Postgres. Each
 * kind of question is asked 200 times, never the same twice, after as many others of its kind. Ends with 1 when a
 * 99th percentile is worse than it must be; `--keep` writes bench/results and the section of bench/README.md.
 * `--slowest 10` shows the slowest questions.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '#server/database/migrate.ts';
import { filtered, listing, searched, times, typed, typedOn } from './actions.ts';
import { type Kind, measureShopAlone, tableAlone } from './alone.ts';
import {
  COLLECTIONS,
  FINISHES,
  pick,
  randomFrom,
  SHAPES,
  STYLES,
  VENDORS,
  writeCatalogue,
} from './catalogue.ts';
import type { Ask, Send } from './load.ts';
import { saveSection } from './report.ts';

const { values: asked } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    slowest: { type: 'string', default: '0' },
    products: { type: 'string', default: '100000' },
  },
});

const RUNS = 200;
const PRODUCTS = Number(asked.products);
const PAGE = 50;
/** Long enough for a shop that has just started, which answers by statements until its index is read. */
const INDEXED_MS = 20_000;

const random = randomFrom(31);
const chance = (share: number) => random() < share;
const SORTS = ['title_asc', 'title_desc', 'price_asc', 'price_desc', 'popularity'] as const;
const CATEGORIES = [...new Set(SHAPES.map(([, category]) => category))];
const options = () => JSON.stringify({ Finish: [pick(random, FINISHES)[0], pick(random, FINISHES)[0]] });

/** Twice as many as are measured: the first half warms up. The shop's answers are whole: tiles, total and counts. */
const KINDS: readonly Kind[] = [
  {
    name: 'Pages of the shop and of categories, any page and order',
    must: 20,
    asks: times(2 * RUNS, () => {
      const category = chance(0.5) ? pick(random, CATEGORIES) : null;
      const pages = Math.floor(PRODUCTS / PAGE / (category ? 20 : 1));
      return listing({
        ...(category && { categories: category }),
        limit: PAGE,
        page: 1 + Math.floor(random() * pages),
        sort: pick(random, SORTS),
      });
    }),
  },
  { name: 'Filters, with their counts', must: 20, asks: filtered.slice(0, 2 * RUNS) },
  { name: 'Search by words, with counts', must: 20, asks: distinct(searched).slice(0, 2 * RUNS) },
  {
    name: 'Counts of categories and subcategories',
    must: 20,
    asks: times(2 * RUNS, () => {
      const category = pick(random, CATEGORIES);
      return listing({
        limit: 1,
        categories: category,
        ...(chance(0.7) && { subcategories: `${pick(random, STYLES)} ${category}` }),
        ...(chance(0.5) && { type: pick(random, ['sale', 'featured', 'new']) }),
      });
    }),
  },
  {
    name: 'Suggestions while typing',
    must: 20,
    asks: times(2 * RUNS, n => (n % 2 === 0 ? typed[n] : typedOn[n]) as Ask),
  },
  {
    name: 'Live facets: filters on words and on the whole shop',
    must: 60,
    asks: times(2 * RUNS, () =>
      listing({
        limit: PAGE,
        ...(chance(0.6) && {
          title:
            `${pick(random, chance(0.5) ? COLLECTIONS : STYLES)} ${pick(random, SHAPES)[0].split(' ').at(-1)}`.toLowerCase(),
        }),
        options: options(),
        ...(chance(0.3) && { vendor: `${pick(random, VENDORS)},${pick(random, VENDORS)}` }),
        ...(chance(0.4) && { minPrice: Math.round(random() * 2000) / 100 }),
        ...(chance(0.3) && { inStock: 'true' }),
        sort: pick(random, SORTS),
      }),
    ),
  },
];

function distinct(asks: readonly Ask[]): Ask[] {
  return [...new Map(asks.map(ask => [ask.path, ask])).values()];
}

const loadBefore = loadavg();
const found = await measureShopAlone({
  name: 'bench_large',
  write: db => writeCatalogue(db, PRODUCTS),
  kindsOf: () => KINDS,
  untilReady: untilIndexed,
  runs: RUNS,
  slowest: Number(asked.slowest),
});
if (asked.keep) await keep();
process.exit(found.some(({ p99, must }) => p99 > must) ? 1 : 0);

async function untilIndexed(send: Send): Promise<void> {
  for (const until = performance.now() + INDEXED_MS; performance.now() < until; await sleep(500)) {
    await send(listing({ limit: 1, page: 2, options: options(), inStock: 'true' }));
  }
}

async function keep(): Promise<void> {
  const at = new Date().toISOString();
  const file = `${at.slice(0, 10)}-large.json`;
  const machine = { processor: cpus()[0]?.model, processors: cpus().length, node: process.version };
  const result = { at, products: PRODUCTS, runs: RUNS, machine, loadBefore, loadAfter: loadavg(), found };
  await mkdir(join(ROOT, 'bench/results'), { recursive: true });
  await writeFile(join(ROOT, 'bench/results', file), `${JSON.stringify(result, null, 2)}\n`);
  await saveSection('large', section(file));
}

function section(file: string): string {
  const loads = [loadBefore, loadavg()].map(([last = 0]) => last.toFixed(1));
  return `## Postgres, ${PRODUCTS.toLocaleString('en')} products, one connection

Written by \`npx tsx bench/large.ts --keep\` (\`bench/results/${file}\`): ${RUNS} different questions of each kind after ${RUNS} others
of it, over HTTP, one after the other. Answers are whole: tiles, total and the counts beside all filters, as the shop
gives no other. Load average ${loads.join(' before, ')} after; waits are worth something on a quiet machine alone.

${tableAlone(found)}
`;
}
