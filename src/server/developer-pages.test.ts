import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { App } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { appRouter } from '#server/router.ts';
import { registerPages } from '#server/ssr.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { testParts } from '#server/test/parts.ts';

let database: Database;
let parts: App;
beforeAll(async () => {
  database = await testDatabase();
  parts = await testParts(database);
});
afterAll(() => closeTestDatabase(database));

const opened = async (mode: App['env']['mode']) => {
  const ofMode: App = { ...parts, env: { ...parts.env, mode } };
  return buildApp(ofMode, { router: appRouter, more: scope => registerPages(scope, ofMode) });
};

it('the page for developers is in no live shop, however its address is written', async () => {
  const [live, demo] = [await opened('live'), await opened('demo')];
  for (const address of [
    '/dev/kitchen-sink',
    '/dev/kitchen-sink/',
    '/dev/kitchen-sink?a=b',
    '/DEV/kitchen-sink',
    '/dev/Kitchen-Sink',
    '/%64ev/kitchen-sink',
    '/dev/%6bitchen-sink',
    '/about/../dev/kitchen-sink',
    '/%2e/dev/kitchen-sink',
    '/\\dev/kitchen-sink',
    'http://shop.test/dev/kitchen-sink',
  ]) {
    const answer = await live.inject(address);
    expect([address, answer.statusCode]).toEqual([address, 404]);
    expect(answer.body).not.toMatch(/kitchen sink/i);
  }
  expect((await live.inject('/about')).statusCode).toBe(200);
  expect((await demo.inject('/DEV/kitchen-sink')).body).toMatch(/kitchen sink/i);
  await live.close();
  await demo.close();
});
