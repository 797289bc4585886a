import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { Database } from '#server/database/db.ts';
import { createFairShare, watchLoop } from '#server/http/fair-share.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

/** Calls that are at work until they are let go, in the order in which they began. */
function gated() {
  const begun: { name: string; letGo: () => void }[] = [];
  const work = async ({ input }: { input: { name: string } }) => {
    await new Promise<void>(letGo => begun.push({ name: input.name, letGo }));
    return input.name;
  };
  const named = z.strictObject({ name: z.string() });
  return {
    begun,
    names: () => begun.map(({ name }) => name),
    router: router({
      // The name of a call that keys may make.
      products: router({
        list: publicProcedure.meta(rest('GET', '/look')).input(named).output(out(z.string())).query(work),
      }),
      poll: publicProcedure
        .meta(rest('GET', '/poll', { poll: true }))
        .input(named)
        .output(out(z.string()))
        .query(work),
      write: publicProcedure.meta(rest('POST', '/write')).input(named).output(out(z.string())).mutation(work),
    }),
  };
}

/** Lets everything go on that waits for no clock. */
async function settled(): Promise<void> {
  for (let nth = 0; nth < 50; nth++) await new Promise(resolve => setImmediate(resolve));
}

describe('costly calls', () => {
  let app: FastifyInstance;
  let gate: ReturnType<typeof gated>;
  let asked: Promise<{ statusCode: number }>[];
  let loaded: boolean;
  beforeEach(async () => {
    loaded = true;
    gate = gated();
    ({ app } = await openDoors(database, gate.router, {
      variables: { TRUST_PROXY: '1' },
      isLoaded: () => loaded,
    }));
    asked = [];
  });
  afterEach(async () => {
    await allAnswered();
    await app.close();
  });

  function ask(
    from: string,
    name: string,
    { url = '/api/v1/look', method = 'GET' as 'GET' | 'POST', token = '' } = {},
  ) {
    const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) };
    const answer = app.inject(
      method === 'GET'
        ? { url: `${url}?${new URLSearchParams({ name })}`, headers }
        : { url, method, headers, payload: { name } },
    );
    asked.push(answer);
    return answer;
  }
  const askMany = (from: string, name: string, count: number) =>
    Array.from({ length: count }, (_, nth) => ask(from, `${name}${nth}`));
  /** Lets go whatever is at work, until everything is answered. */
  async function allAnswered(): Promise<number[]> {
    let isDone = false;
    const all = Promise.all(asked).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const { letGo } of gate.begun) letGo();
      await new Promise(resolve => setImmediate(resolve));
    }
    return (await all).map(({ statusCode }) => statusCode);
  }
  const begun = (count: number) => expect.poll(() => gate.begun.length).toBe(count);
  /** Long enough for whatever would have begun. */
  it('of one address are two at work at a time, the others in their order, and other addresses wait for none', async () => {
    askMany('198.51.100.1', 'flood', 20);
    await begun(2);
    for (const last of [2, 3, 4]) ask(`198.51.100.${last}`, `buyer${last}`);
    await begun(5);
    await settled();
    expect(gate.names()).toEqual(['flood0', 'flood1', 'buyer2', 'buyer3', 'buyer4']);
    gate.begun[0]?.letGo();
    await begun(6);
    expect(gate.names().at(-1)).toBe('flood2');
    expect(await allAnswered()).toEqual(Array(23).fill(200));
  });

  it('are all at work at once while the process has time for them, up to six', async () => {
    loaded = false;
    askMany('198.51.100.1', 'page', 20);
    await begun(6);
    await settled();
    expect(gate.names()).toHaveLength(6);
  });

  it.each([true, false])('of a batch are two at work at a time, under load: %s', async isLoaded => {
    loaded = isLoaded;
    const calls = Array.from({ length: 10 }, () => 'products.list').join();
    const input = Object.fromEntries(Array.from({ length: 10 }, (_, nth) => [nth, { name: `one${nth}` }]));
    asked.push(app.inject(`/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`));
    await begun(2);
    await settled();
    expect(gate.names()).toEqual(['one0', 'one1']);
    gate.begun[1]?.letGo();
    await begun(3);
    expect(gate.names().at(-1)).toBe('one2');
    expect(await allAnswered()).toEqual([200]);
    expect(gate.names()).toHaveLength(10);
  });

  it('of one address are a quarter of what is at work, where that is more', async () => {
    for (let last = 1; last <= 11; last++) ask(`203.0.113.${last}`, `buyer${last}`);
    await begun(11);
    askMany('198.51.100.1', 'office', 8);
    await begun(15);
    await settled();
    expect(gate.names().filter(name => name.startsWith('office'))).toHaveLength(4);
  });

  it('that thirty people behind one address ask for at once are all answered', async () => {
    askMany('198.51.100.1', 'flood', 40);
    const office = askMany('198.51.100.2', 'office', 60);
    await begun(4);
    await allAnswered();
    expect((await Promise.all(office)).map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200));
  });

  it('are refused with 429 and Retry-After at the end of a full line, at each door', async () => {
    askMany('198.51.100.1', 'flood', 62);
    await begun(2);
    const [over, overTrpc] = await Promise.all([
      app.inject({ url: '/api/v1/look?name=over', headers: { 'x-forwarded-for': '198.51.100.1' } }),
      app.inject({
        url: `/trpc/products.list?input=${encodeURIComponent('{"name":"over"}')}`,
        headers: { 'x-forwarded-for': '198.51.100.1' },
      }),
    ]);
    expect([over.statusCode, over.json().reason, over.headers['retry-after']]).toEqual([
      429,
      'too_many',
      '5',
    ]);
    expect([overTrpc.statusCode, overTrpc.json().error.data.reason, overTrpc.headers['retry-after']]).toEqual(
      [429, 'too_many', '5'],
    );
    expect(await allAnswered()).toEqual(Array(62).fill(200));
  });

  it('are counted for a network of IPv6, not for each of its addresses', async () => {
    ask('2001:db8:1:2::1', 'a');
    ask('2001:db8:1:2:ffff::2', 'b');
    await begun(2);
    ask('2001:db8:1:2::3', 'c');
    ask('2001:db8:1:3::3', 'neighbour');
    await begun(3);
    await settled();
    expect(gate.names()).toEqual(['a', 'b', 'neighbour']);
  });

  it('of somebody with an account are counted for the account, wherever they ask from', async () => {
    const keyOf = async () => {
      const user = await makeUser(database.db);
      const { key } = await createApiKey(database.db, user, { name: 'x', scopes: ['catalogue:read'] });
      return key;
    };
    const [one, two] = [await keyOf(), await keyOf()];
    askMany('198.51.100.1', 'flood', 10);
    await begun(2);
    for (const last of [1, 2, 3]) ask(`198.51.100.${last}`, `one${last}`, { token: one });
    await begun(4);
    ask('198.51.100.1', 'two', { token: two });
    await begun(5);
    await settled();
    expect(gate.names().filter(name => name.startsWith('one'))).toHaveLength(2);
    expect(gate.names().at(-1)).toBe('two');
  });

  it('are those that read: what writes, and polls, never wait', async () => {
    askMany('198.51.100.1', 'flood', 10);
    await begun(2);
    ask('198.51.100.1', 'write', { url: '/api/v1/write', method: 'POST' });
    ask('198.51.100.1', 'poll', { url: '/api/v1/poll' });
    await begun(4);
    expect(gate.names().slice(2).sort()).toEqual(['poll', 'write']);
  });

  it('are not begun for somebody who has hung up', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    let arrived = 0;
    const closed: Promise<unknown>[] = [];
    app.server.on('request', (_request, response) => {
      arrived++;
      closed.push(once(response, 'close'));
    });
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const send = async (name: string) => {
      const sent = get({ port, headers, path: `/api/v1/look?name=${name}` });
      sent.on('error', () => undefined).on('response', answer => answer.resume());
      const before = arrived;
      await expect.poll(() => arrived).toBe(before + 1);
      await settled();
      return sent;
    };
    await send('a');
    await send('b');
    const gone = await send('gone');
    await send('last');
    gone.destroy();
    await closed[2];
    await settled();
    gate.begun[0]?.letGo();
    await begun(3);
    gate.begun[1]?.letGo();
    await settled();
    expect(gate.names()).toEqual(['a', 'b', 'last']);
    for (const { letGo } of gate.begun) letGo();
  });
});

it('a loop that was held up counts as loaded, and as free again soon after', async () => {
  const loop = watchLoop();
  await expect.poll(loop.isLoaded, { timeout: 20_000 }).toBe(false);
  for (const until = performance.now() + 300; performance.now() < until; ) Math.sqrt(until);
  await sleep(1);
  await new Promise(resolve => setImmediate(resolve));
  expect(loop.isLoaded()).toBe(true);
  await expect.poll(loop.isLoaded, { timeout: 20_000 }).toBe(false);
  loop.stop();
});

describe('a line', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const reply = () => ({ raw: new ServerResponse(new IncomingMessage(new Socket())) });

  /** A share whose calls are begun and answered by hand, with the names of those that have begun. */
  function line() {
    const share = createFairShare();
    const begun: string[] = [];
    const ask = (caller: string, name: string) => {
      const { raw } = reply();
      void share.turn(caller, { raw }).then(() => begun.push(name));
      return { answer: () => raw.emit('close') };
    };
    return { begun, ask };
  }

  it('is given up after a while, and says when to come again', async () => {
    const share = createFairShare({ longestWaitMs: 1 });
    await share.turn('one', reply());
    await share.turn('one', reply());
    const refused = expect(share.turn('one', reply())).rejects.toMatchObject({
      reason: 'too_many',
      details: { retryAfter: 5 },
    });
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    await share.turn('another', reply());
  });

  it('goes on after each part of a long answer, whether or not it has been received', async () => {
    const share = createFairShare();
    const file = reply();
    const parts = [1, 2, 3].map(nth => share.inTurn('one', file, async () => nth));
    await settled();
    await vi.advanceTimersByTimeAsync(5);
    await settled();
    expect(await Promise.all(parts)).toEqual([1, 2, 3]);
    await expect(share.inTurn('one', file, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await settled();
    await share.turn('one', reply());
    await share.turn('one', reply());
    expect(file.raw.listenerCount('close')).toBe(0);
  });

  it('rests by the clock, so that the loop has rounds in which connections are accepted', async () => {
    const { begun, ask } = line();
    const first = ask('one', 'first');
    ask('one', 'second');
    ask('one', 'third');
    await settled();
    first.answer();
    await vi.advanceTimersByTimeAsync(4);
    await settled();
    expect(begun).toEqual(['first', 'second']);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('rests three times as long as its last call took while others are about', async () => {
    const { begun, ask } = line();
    const first = ask('one', 'first');
    ask('one', 'second');
    ask('one', 'third');
    ask('another', 'buyer');
    await settled();
    await vi.advanceTimersByTimeAsync(300);
    first.answer();
    await settled();
    await vi.advanceTimersByTimeAsync(899);
    ask('yet another', 'second buyer');
    await settled();
    expect(begun).toEqual(['first', 'second', 'buyer', 'second buyer']);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(begun.at(-1)).toBe('third');
  });
});
