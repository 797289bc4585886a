import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoShop } from '#demo/seed.ts';
import { ROOT } from '#server/database/migrate.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { freePort } from '#server/test/postgres.ts';
import type { Order } from '#shared/schemas/orders.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/rest.md'), 'utf8');
const MINUTES = 60_000;

let shop: Accounts;
let url: string;
beforeAll(async () => {
  url = `http://localhost:${await freePort()}`;
  shop = await openAccounts({ PUBLIC_URL: url });
  await seedDemoShop(shop.database.db);
  await shop.app.listen({ port: Number(new URL(url).port), host: 'localhost' });
}, 10 * MINUTES);
afterAll(() => shop.close());

/** Runs a text in a shell of its own at the root of the repository, with nothing but the path to Node. */
function paste(text: string) {
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  return new Promise<{ code: number; out: string; said: string }>(resolve =>
    execFile('sh', ['-c', text], { env, cwd: ROOT }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), out, said }),
    ),
  );
}

it('the guide’s example, pasted as it stands, orders from the demo shop', async () => {
  const [, example = ''] = /```sh\n([\s\S]+?)```/.exec(GUIDE) ?? [];
  expect(example).toContain('http://localhost:3000');
  const pasted = await paste(example.replace('http://localhost:3000', url));
  expect(pasted).toMatchObject({ code: 0, said: '' });
  expect(JSON.parse(pasted.out) as Order).toMatchObject({
    ...{ status: 'Submitted', paymentType: 'Terms', poNumber: 'PO-778', orderName: 'Smith kitchen' },
    cart: [
      { productNum: 'HP-4020-128-SN', quantity: 10 },
      { productNum: 'HP-4010-29-SN', quantity: 4 },
    ],
  });
});

describe('browsers of other sites', () => {
  const origin = 'https://elsewhere.example';
  const CALLS = [
    ['GET', '/api/v1/products'],
    ['GET', '/api/v1/openapi.json'],
    ['POST', '/api/v1/orders'],
    ['GET', '/trpc/site.get?input=%7B%7D'],
    ['POST', '/trpc/auth.logout'],
    ['GET', '/api/v1/none'],
  ] as const;

  it.each(CALLS)('are given no answer that they could read: %s %s', async (method, path) => {
    const asked = {
      origin,
      authorization: `Bearer knurl_${randomUUID()}`,
      'content-type': 'application/json',
    };
    const preflight = {
      ...{ origin, 'access-control-request-method': method },
      'access-control-request-headers': 'authorization,content-type',
    };
    const answers = [
      await fetch(`${url}${path}`, { method, headers: asked, ...(method === 'POST' && { body: '{}' }) }),
      await fetch(`${url}${path}`, { method: 'OPTIONS', headers: preflight }),
    ];
    for (const { headers } of answers) {
      expect([...headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(answers[1]?.status).toBe(404);
  });

  it('send nothing that has effects, with the cookie of a visitor or without', async () => {
    const headers = { origin, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/users/login`, { method: 'POST', headers, body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ reason: 'cross_site' }),
    ]);
  });
});
