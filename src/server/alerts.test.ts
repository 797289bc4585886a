import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { ROOT } from '#server/database/migrate.ts';
import { appRouter } from '#server/router.ts';
// Makes its metrics as it is loaded, which another file may have done or not.
import '#server/ssr.ts';
import { testDriver } from '#server/test/database.ts';
import { findPrograms } from '#server/test/installed.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

const RULES = readFileSync(join(ROOT, 'deploy/alerts.yaml'), 'utf8');
const PAGE = readFileSync(join(ROOT, 'docs/operations/watch.md'), 'utf8');
/** Expressions of a line, and those that a sign folds the following deeper lines into. */
const EXPRESSIONS = [...RULES.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
  ([, folded, line]) => folded ?? line ?? '',
);
/** A metric with its selector, as the rules write them; `up` is Prometheus's own. */
const SELECTED = /\b([a-z][a-z_0-9]*)\{([^}]*)\}/g;

type Sample = { name: string; labels: Record<string, string> };
const samplesOf = (text: string): Sample[] =>
  [...text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  }));

let shop: Selling;
let samples: Sample[];
let families: string[];
beforeAll(async () => {
  shop = await openShop();
  const app = await buildApp(shop.app, { router: appRouter, longestLoopDelayMs: 60_000 });
  await app.inject('/api/v1/products');
  const { body } = await app.inject('/metrics');
  samples = samplesOf(body);
  families = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  await app.close();
});
afterAll(() => shop.close());

/** Only a Postgres has a pool, and only the embedded database is backed up by the shop. */
const isElsewhere = (name: string) =>
  name.startsWith(testDriver === 'pglite' ? 'database_connections' : 'backup_overdue_after');

/** Not on the page of a shop at which nothing failed. */
const isOfRequests = (name: string) => name.startsWith('http_request_duration_seconds');

describe('the alerts of deploy/alerts.yaml', () => {
  it('name metrics and labels that the page has', () => {
    const selected = EXPRESSIONS.flatMap(text => [...text.matchAll(SELECTED)]);
    expect(selected.length).toBeGreaterThan(EXPRESSIONS.length);
    for (const [whole, name = '', selector = ''] of selected) {
      if (name === 'up' || isElsewhere(name)) continue;
      const wanted = [...selector.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].filter(([, key]) => key !== 'job');
      const isSuch = ({ labels }: Sample) =>
        wanted.every(([, key = '', how, value = '']) => {
          const shown = labels[key];
          if (shown === undefined) return false;
          if (how === '!=' || isOfRequests(name)) return true;
          return how === '=' ? shown === value : new RegExp(`^(?:${value})$`).test(shown);
        });
      expect(samples.filter(sample => sample.name === name).some(isSuch), whole).toBe(true);
    }
  });

  it('name each value of a label that may be one of several', () => {
    for (const [, name = '', selector = ''] of EXPRESSIONS.flatMap(text => [...text.matchAll(SELECTED)])) {
      for (const [, key = '', values = ''] of selector.matchAll(/(\w+)=~"([^"]*)"/g)) {
        if (isOfRequests(name)) continue;
        const shown = samples.filter(sample => sample.name === name).map(({ labels }) => labels[key]);
        for (const value of values.split('|')) expect(shown, `${name} ${key}`).toContain(value);
      }
    }
  });

  it('name calls that there are', () => {
    const calls = [...RULES.matchAll(/route!?="([^"]*)"/g)].map(([, route]) => route);
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(Object.keys(appRouter._def.procedures)).toContain(call);
  });

  it('select the shop in every metric', () => {
    for (const [whole] of EXPRESSIONS.flatMap(text => [...text.matchAll(SELECTED)])) {
      expect(whole).toContain('{job="knurl"');
    }
    // A metric without a selector would be anybody's.
    const names = new Set(samples.map(({ name }) => name));
    for (const text of EXPRESSIONS) {
      const bare = text.replace(SELECTED, '').match(/[a-z_0-9]+/g) ?? [];
      expect(bare.filter(word => names.has(word))).toEqual([]);
    }
  });

  it('each lead to what to do', () => {
    const headings = [...PAGE.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, alert = '']) => alert);
    const anchors = [...RULES.matchAll(/runbook: docs\/operations\/watch\.md#(\S+)/g)].map(([, to]) => to);
    expect(anchors).toHaveLength(alerts.length);
    for (const anchor of anchors) expect(headings).toContain(anchor);
    for (const alert of alerts) expect(PAGE).toContain(`\`${alert}\``);
    for (const [, named = ''] of PAGE.matchAll(/`(Knurl\w+)`/g)) expect(alerts).toContain(named);
  });

  // Beside Postgres, which has to be installed as well.
  it.runIf(testDriver === 'postgres')(
    'fire when they should, and only then',
    async () => {
      const run = promisify(execFile);
      const bin = await findPrograms({ programs: ['promtool'], install: 'prometheus' });
      if (!bin) throw new Error('The tests need promtool: install prometheus.');
      for (const args of [
        ['check', 'rules', 'alerts.yaml'],
        ['test', 'rules', 'alerts.test.yaml'],
      ]) {
        const { stdout } = await run(join(bin, 'promtool'), args, { cwd: join(ROOT, 'deploy') });
        expect(stdout).toContain('SUCCESS');
      }
    },
    300_000,
  );
});

describe('the page about watching', () => {
  it('names every metric that is the shop’s own, and none that there isn’t', () => {
    const isForeign = (name: string) => /^(process|nodejs)_/.test(name) && name !== 'nodejs_heap_limit_bytes';
    const own = families.filter(name => !isForeign(name));
    const [figures = ''] = /^## Figures$[\s\S]*?^## /m.exec(PAGE) ?? [];
    const named = new Set([...figures.matchAll(/^\| `([a-z_0-9]+)`/gm)].map(([, name = '']) => name));
    expect(own.filter(name => !named.has(name))).toEqual([]);
    expect([...named].filter(name => !families.includes(name) && !isElsewhere(name))).toEqual([]);
  });
});
