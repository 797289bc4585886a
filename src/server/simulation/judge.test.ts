import { afterAll, beforeAll, expect, it } from 'vitest';
import { CORRUPTIONS, type FromWitnesses } from '#server/simulation/corruptions.test-support.ts';
import { type Ground, openWeeks } from '#server/simulation/ground.ts';
import { type Books, createJudge, type Witnesses } from '#server/simulation/judge.ts';
import { MOVING, writtenBy } from '#server/simulation/link.ts';
import { ALWAYS } from '#server/simulation/promises.ts';
import { IN_TOWN } from '#server/simulation/town-promises.ts';

/** Some take five minutes of a processor, which may have others to serve. */
const PATIENCE_MS = 15 * 60_000;

let ground: Ground;
beforeAll(async () => {
  ground = await openWeeks();
});
afterAll(() => ground.close());

/** Has others say something else than they saw. */
const LIES: Record<FromWitnesses, (truth: Witnesses) => Witnesses> = {
  'no charge can still be confirmed': truth => ({
    ...truth,
    gateway: { ...truth.gateway, intents: mapped(truth, one => ({ ...one, status: 'requires_action' })) },
  }),
  'no order is charged twice': truth => ({
    ...truth,
    tooLate: new Set(),
    gateway: {
      ...truth.gateway,
      intents: new Map([...truth.gateway.intents, ...mapped(truth, one => ({ ...one, id: `${one.id}2` }))]),
    },
  }),
  'no refund is made twice': truth => ({
    ...truth,
    gateway: { ...truth.gateway, refunds: [...truth.gateway.refunds, ...truth.gateway.refunds] },
  }),
  'the books have each refund that came back': truth => ({
    ...truth,
    gateway: {
      ...truth.gateway,
      refunds: truth.gateway.refunds.map(one => ({ ...one, status: 'failed' as const })),
    },
  }),
  'a refund that is pending at the payment service is open in the books': truth => ({
    ...truth,
    gateway: { ...truth.gateway, refunds: truth.gateway.refunds.map(one => ({ ...one, status: 'pending' })) },
  }),
  'a mail goes out once where nothing fails': truth => ({
    ...truth,
    isCalm: true,
    office: new Map([...truth.office.keys()].map(id => [id, { times: 2 }])),
  }),
};

type Intent = Witnesses['gateway']['intents'] extends Map<string, infer One> ? One : never;
const mapped = ({ gateway }: Witnesses, change: (intent: Intent) => Intent) =>
  new Map([...gateway.intents.values()].map(change).map(one => [one.id, one]));

const SEEDS = 60;

it(
  'sees each promise that corrupted books break, after the commit that corrupts them where it is asked then',
  async () => {
    const ways = Object.entries(CORRUPTIONS).flatMap(([promise, all]) =>
      [all].flat().map(corruption => ({ corruption, promise })),
    );
    const unseen = new Set(ways);
    const unheard = new Map(Object.entries(LIES));
    const inspect = async (books: Books, witnesses: Witnesses) => {
      for (const way of unseen) {
        const { corruption, promise } = way;
        // Triggers keep books from being rewritten.
        await books.query(`begin; set local session_replication_role = replica; ${corruption}`);
        try {
          const names = await judged(books, promise, corruption, witnesses);
          if (names.has(promise)) unseen.delete(way);
        } finally {
          await books.query('rollback');
        }
      }
      for (const [promise, lie] of unheard) {
        const judge = createJudge(books);
        await judge.atRest(lie(witnesses));
        if (judge.violations.some(one => one.promise === promise)) unheard.delete(promise);
      }
    };
    for (let seed = 1; seed <= SEEDS && unseen.size + unheard.size > 0; seed++) {
      const { violations } = await ground.run(String(seed), undefined, inspect);
      expect(violations).toEqual([]);
    }
    expect([...unseen, ...unheard.keys()]).toEqual([]);
  },
  PATIENCE_MS,
);

it('takes an order for what it was told as, or what staff had made of it before anybody was told', async () => {
  let isFound = false;
  const inspect = async (books: Books, witnesses: Witnesses) => {
    const told = witnesses.told.find(({ _id }) => !witnesses.edited.has(_id));
    if (!told) return;
    isFound = true;
    const isKept = async (edited: Witnesses['edited']) => {
      const judge = createJudge(books);
      await judge.atRest({ ...witnesses, edited, told: [{ ...told, cents: told.cents + 100 }] });
      return judge.violations.every(one => one.promise !== 'an acknowledged order is there, as it was');
    };
    expect(await isKept(new Map())).toBe(false);
    expect(await isKept(new Map([[told._id, [told.cents]]]))).toBe(true);
  };
  for (let seed = 1; seed <= SEEDS && !isFound; seed++) await ground.run(String(seed), undefined, inspect);
  expect(isFound).toBe(true);
}, 60_000);

/** Has a test look at the first story that charged somebody, and ask whether `more` charges are seen as charged twice. */
async function inFirstCharge(
  look: (
    books: Books,
    first: Intent,
    isTwice: (more: readonly Intent[]) => Promise<boolean>,
  ) => Promise<void>,
): Promise<void> {
  let isFound = false;
  const inspect = async (books: Books, witnesses: Witnesses) => {
    const first = [...witnesses.gateway.intents.values()].find(({ status }) => status === 'succeeded');
    if (!first) return;
    isFound = true;
    await books.query('begin; set local session_replication_role = replica');
    try {
      await look(books, first, async more => {
        const judge = createJudge(books);
        const intents = new Map([...witnesses.gateway.intents, ...more.map(one => [one.id, one] as const)]);
        await judge.atRest({ ...witnesses, gateway: { ...witnesses.gateway, intents } });
        return judge.violations.some(({ promise }) => promise === 'no order is charged twice');
      });
    } finally {
      await books.query('rollback');
    }
  };
  for (let seed = 1; seed <= SEEDS && !isFound; seed++) await ground.run(String(seed), undefined, inspect);
  expect(isFound).toBe(true);
}

it(
  'lets a dearer order be paid once more, after it was made so, and no more than that',
  async () => {
    await inFirstCharge(async (books, first, isTwice) => {
      // The order is made dearer by 500 an hour after it was charged, and so much is charged an hour later.
      const more = { ...first, id: 'pi_more', amount: 500, created: first.created + 7200 };
      expect(await isTwice([more])).toBe(true);
      await books.query(`
      insert into order_edits (id, "order", key, request_hash, total_before, total_after, answer, created_at)
        select gen_random_uuid(), o.id, gen_random_uuid(), '', coalesce(e.total_after, o.total),
          coalesce(e.total_after, o.total) + 500, '{}', to_timestamp(${first.created} + 3600)
        from orders o left join lateral (select * from order_edits e where e."order" = o.id
          order by total_after desc limit 1) e on true
        where o.id = '${first.metadata.order_id}'`);
      expect(await isTwice([more])).toBe(false);
      expect(await isTwice([more, { ...more, id: 'pi_yet_more' }])).toBe(true);
    });
  },
  PATIENCE_MS,
);

it(
  'lets a card be charged while money by hand, or a return, comes in first, unless the order takes both',
  async () => {
    await inFirstCharge(async (books, first, isTwice) => {
      const second = { ...first, id: 'pi_second' };
      await books.query(`
      insert into payments (id, "order", purpose, provider, method, status, amount, idempotency_key, reference,
          created_at, updated_at, settled_at)
        select gen_random_uuid(), "order", purpose, provider, method, status, amount, 'second', 'pi_second',
          created_at, updated_at, created_at + interval '1 hour' from payments where reference = '${first.id}' limit 1`);
      expect(await isTwice([second])).toBe(true);
      await books.query(`
      insert into receipt_parts (id, receipt, "order", amount, reason, created_at)
        select gen_random_uuid(), gen_random_uuid(), "order", 1, 'paid', created_at + interval '1 minute'
        from payments where reference = 'pi_second'`);
      expect(await isTwice([second])).toBe(false);
      await books.query(`update receipt_parts set created_at = created_at - interval '2 minutes'`);
      expect(await isTwice([second])).toBe(true);
      // A return of an order on account: seed 407 once.
      await books.query(`
      insert into account_entries (id, company, "order", return, kind, amount, created_at)
        select gen_random_uuid(), gen_random_uuid(), "order", gen_random_uuid(), 'credit', -1,
          created_at + interval '1 minute' from payments where reference = 'pi_second'`);
      expect(await isTwice([second])).toBe(false);
      await books.query(`
      delete from account_entries where amount = -1;
      update receipt_parts set created_at = created_at + interval '2 minutes';
      insert into payment_allocations (id, payment, "order", amount)
        select gen_random_uuid(), id, "order", amount from payments where reference = 'pi_second'`);
      expect(await isTwice([second])).toBe(true);
    });
  },
  PATIENCE_MS,
);

/** Limits, and the book of an order's ways, move neither money nor goods: the next commit that does has them looked at. */
const isAskedLater = (corruption: string) => writtenBy(corruption).length === 0;

async function judged(
  books: Books,
  promise: string,
  corruption: string,
  witnesses: Witnesses,
): Promise<ReadonlySet<string>> {
  const judge = createJudge(books);
  if (promise in ALWAYS || promise in IN_TOWN)
    await judge.afterCommit(new Set(isAskedLater(corruption) ? MOVING : writtenBy(corruption)));
  else await judge.atRest(witnesses);
  return new Set(judge.violations.map(one => one.promise));
}
