import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ground, openWeeks } from '#server/simulation/ground.ts';
import { type Books, createJudge, type Witnesses } from '#server/simulation/judge.ts';
import { MOVING, writtenBy } from '#server/simulation/link.ts';
import { ALWAYS, type AS_OTHERS_SAW, type AT_REST, IN_TOWN } from '#server/simulation/promises.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openWeeks();
});
afterAll(() => ground.close());

type FromTables = keyof (typeof ALWAYS & typeof IN_TOWN & typeof AT_REST);
/** Broken by what happened, of which neither books nor witnesses tell afterwards. */
type SeenByVisitors =
  | 'a call is answered, unless something failed just then'
  | 'an event is acted on, unless something failed just then'
  | 'nobody is refused for a reason that they can’t meet'
  | 'an edit does what was asked for'
  | 'a payment link tells what is open'
  | 'a price is what was agreed on'
  | 'no setting is shown that was changed minutes ago'
  | 'nothing fails in an unknown way';
type FromWitnesses =
  | 'no charge can still be confirmed'
  | 'no order is charged twice'
  | 'no refund is made twice'
  | 'the books have each refund that came back'
  | 'a mail goes out once where nothing fails';

const stands = `status not in ('Held', 'Canceled')`;

/** A Member may order nothing unasked any more. */
const NO_LIMIT = `update users set spending_limit = 0 where role = 'Member'`;
const approvalOf = (user: string, more: string) => `
  insert into approvals (id, company, "user", state, idempotency_key, cart_ids, checkout, total, decided_at, "order")
  select gen_random_uuid(), u.company, u.id, ${more} from users u ${user} where u.role = 'Member'`;

const OF_EMPLOYEE = `from users u where u.permission_level = 'Employee'`;
const CENTS_OF_EMPLOYEE = `update given_back set approved_by = null, "user" = u.id, amount = 1 ${OF_EMPLOYEE}`;

/** Corrupts the books so that a promise is broken: in each of these ways. */
const CORRUPTIONS: Record<
  FromTables | Exclude<(typeof AS_OTHERS_SAW)[number], SeenByVisitors | FromWitnesses>,
  string | readonly string[]
> = {
  'stock is the sum of its moves': `update variants set stock = stock + 1 where not is_bundle`,
  'nothing is sold that is not there': `alter table variants drop constraint variants_stock;
    update variants set stock = -1, back_order = false where not is_bundle`,
  'an order has what its payments brought': `update orders set amount_paid = amount_paid - 1 where amount_paid > 0`,
  'an order by card that stands is paid': `
    update orders set amount_paid = 0, amount_credited = 0 where payment_type = 'credit-card' and ${stands}`,
  'an order gave back what its refunds took': `
    update orders set amount_refunded = amount_refunded - 1 where amount_refunded > 0`,
  'no more is given back than was paid': [
    `update refunds set amount = amount + (select amount from payments p where p.id = payment)
    where status = 'succeeded' and reverses is null`,
    `insert into given_back (id, "order", cause, way, amount, key, instead_of)
      select gen_random_uuid(), "order", 'goodwill', 'check', 100000000, id::text, id from refunds`,
  ],
  'no order gives back more than it was paid': `
    insert into store_credit_entries (id, "user", amount, kind, "order")
      select gen_random_uuid(), u.id, 100000000, 'granted', o.id from orders o, users u where u.permission_level = 'Admin'`,
  'an order costs what its lines say': `update order_lines set price = price + 1`,
  'shares of lines add up to their order': `update order_lines set item_tax = item_tax + 1`,
  'a company owes what is open of its orders': [
    `update account_entries set amount = amount + 1`,
    `update account_entries set amount = amount - 1 where "order" is null`,
    // A refund that came to nothing is the company's to have: no less than that may be open.
    `insert into refunds (id, payment, "order", status, amount, reason, idempotency_key)
      select gen_random_uuid(), a.payment, o.id, 'failed', 100, '', a.payment::text
      from payment_allocations a join orders o on o.id = a."order"
      where o.payment_type = 'Terms' and o.status <> 'Canceled'`,
  ],
  'no company owes more than its limit': `
    update companies set credit_limit = 0
    where (select sum(amount) from account_entries where company = companies.id) > 0`,
  'store credit is never overspent': `update store_credit_entries set amount = -100000 where amount < 0`,
  'an order used the store credit that it says': `
    update store_credit_entries set amount = amount - 1 where "order" is not null and "return" is null`,
  'store credit stays with its owner': `
    update store_credit_entries set company = null, "user" = (select id from users where permission_level = 'Admin')
    where "order" is not null`,
  'a coupon is counted once for each order with it': `
    update coupons set uses = uses + 1 where uses < coalesce(max_uses, uses + 1)`,
  'no customer uses a coupon more often than they may': `
    update orders set coupon_code = 'ONCE', "user" = null, email = 'same@home.test' where ${stands}`,
  'each use of a coupon is written down': `delete from coupon_uses`,
  'a saved cart is ordered once': `
    update order_carts set cart = (select cart from order_carts where cart is not null limit 1)
    where "order" in (select id from orders where ${stands})`,
  'no Member orders above their limit unasked': [
    NO_LIMIT,
    // Any approval, of another order, or of one that was not spent.
    `${NO_LIMIT}; ${approvalOf('', `'approved', u.id::text, '{}', '{}', 100000000, now(), null`)}`,
    `${NO_LIMIT}; update approvals set "order" = null, state = 'approved', total = 100000000, decided_at = now();
    ${approvalOf(
      'join orders o on o."user" = u.id',
      `'approved', o.id::text, array(select cart from order_carts where "order" = o.id), '{}', 100000000, now(), null`,
    )}`,
  ],
  'no address has more unpaid orders than it may': `
    update orders set status = 'Held', held_until = now(), placed_by = 'here'`,
  'a receipt pays no more than it brought': `update receipts set amount = 1`,
  'no Employee gives back more than they may': [
    `update given_back set approved_by = null, cause = 'goodwill', amount = 100000 where "order" is not null`,
    // A cent to themselves, of an order and for none.
    `${CENTS_OF_EMPLOYEE}; update orders set "user" = u.id, company = null ${OF_EMPLOYEE}`,
    `${CENTS_OF_EMPLOYEE}; update store_credit_entries set "user" = u.id, company = null ${OF_EMPLOYEE} and given is not null`,
  ],
  'money that is given back goes somewhere, once': [
    // For a refund that got through.
    `insert into given_back (id, "order", cause, way, amount, key, instead_of)
      select gen_random_uuid(), "order", 'cancel', 'card', 1, id::text, id from refunds f where status = 'succeeded'
        and not exists (select from refunds b where b.reverses = f.id)`,
    `update given_back set amount = amount + 1`,
    ...[`'goodwill', 'card'`, `'edit', 'account'`].map(
      what => `insert into given_back (id, "order", cause, way, amount, key)
        select gen_random_uuid(), id, ${what}, 100, id::text from orders`,
    ),
  ],
  'an edit gives back what it made too much, once': [
    `update order_edits set taken_back = taken_back + 1`,
    `insert into refunds (id, payment, "order", status, amount, reason, idempotency_key)
      select gen_random_uuid(), p.id, e."order", 'failed', 100, '', 'refund:' || p.id || ':edit:' || e.id || ':again'
      from order_edits e join payments p on p."order" = e."order"`,
  ],
  'a return brings what it says': `update returns set status = 'Refunded', refund = refund + 1`,
  'a return brings what its goods were worth': `
    update returns set status = 'Refunded'; update return_lines set received = quantity, refunded = 100000`,
  'orders hold as much stock as they took': `update stock_moves set pieces = pieces - 1 where "order" is not null`,
  'no money of a card is handed out': `
    insert into payouts (id, "order", given, way, amount) select gen_random_uuid(), id, id, 'cash', 1000000 from orders`,
  'an order is taxed as the shop says': `update orders set tax = tax + 1, total = total + 1`,
  'an order is shipped for what the shop says': `update orders set shipping = shipping + 1, total = total + 1`,
  'an order is as much cheaper as its coupon says': `
    update orders set discount = discount + 100, total = total - 100 where total > 100 and amount_paid = 0 and amount_credited = 0`,
  'a set costs no more than its parts, less what it says': `
    update order_lines set price = price + 1000 where is_bundle`,
  'an order goes only ways that there are': `
    insert into order_book ("order", was, became) select id, 'Shipped', 'Canceled' from orders`,
  'no payment is begun for an order that is gone': `
    insert into order_book ("order", was, became) select id, x.was, x.became from orders,
      (values ('Held', 'Canceled'), (null, 'payment')) as x (was, became)`,
  'no hold outlives its time': `update orders set status = 'Held', held_until = now()`,
  'every payment ends': `update payments set status = 'unknown' where id = (select id from payments limit 1)`,
  'every refund ends': `update refunds set status = 'unknown'`,
  'every mail ends': `update emails set status = 'queued'`,
  'no job is left, and none is dead': `update pgboss.job set state = 'failed'`,
  'an order that stands is confirmed once': `delete from emails where template = 'order-confirmation'`,
  'no order has a charge that it did not take': `delete from payment_allocations`,
  'a confirmation goes to whoever ordered': `
    update emails set "to" = 'other@home.test' where template = 'order-confirmation'`,
  'nothing is paid and canceled': `
    update orders set status = 'Canceled' where amount_paid > amount_refunded and ${stands}`,
  'staff are told of a refund that came back': `
    update orders set alert = '';
    insert into refunds (id, payment, "order", status, amount, reason, idempotency_key, reverses)
      select gen_random_uuid(), payment, "order", status, -amount, reason, id::text, id from refunds`,
  'staff are told of a dispute that is open or lost': `
    update orders set alert = ''; update disputes set status = 'lost'`,
  'a confirmation says what its order costs': `
    update emails set text = replace(text, '$', '€') where template = 'order-confirmation'`,
  'each move of stock says what was left': `update stock_moves set after = after + 1`,
  'an acknowledged order is there, as it was': `update orders set order_number = order_number + 1000`,
  'a paid order stays paid': `update orders set amount_paid = 0`,
  'the books have each charge of the payment service': `
    update payments set amount = amount + 1 where status = 'succeeded'`,
  'the books have no charge of their own': `
    update payments set reference = id::text where status = 'succeeded'`,
  'the books have each refund of the payment service': `update refunds set amount = amount + 1`,
  'the books have no refund of their own': `
    insert into refunds (id, payment, "order", status, amount, reason, idempotency_key, reference)
      select gen_random_uuid(), payment, "order", 'succeeded', 1, reason, id::text, 're_none' from refunds limit 1`,
  'the books have each dispute of the payment service': `update disputes set status = 'under_review'`,
  'no request is approved that nobody approved': `
    update approvals set id = gen_random_uuid() where state in ('approved', 'ordered')`,
  'an approved order costs no more than its Primary saw': `
    update approvals set "order" = (select id from orders order by total desc limit 1)
    where state in ('approved', 'ordered')`,
  'an order is what its customer asked for': [
    `update orders set shipping_method = 'fedex'`,
    `update order_lines set quantity = quantity + 1`,
    `update orders set coupon_code = ''`,
    `update store_credit_entries set amount = amount + 100000 where kind = 'granted' and "order" is null;
    update orders set store_credit = 0, total = total + store_credit`,
  ],
  'an order costs what its customer saw': `update orders set tax = tax + 1, total = total + 1`,
  'no order is there that nobody asked for': `update orders set notes = 'other'`,
  'one key makes one order': `
    update orders set notes = (select notes from orders order by order_number limit 1)`,
  'no act that waited is done that no Admin approved': [
    `insert into waiting_acts (id, kind, input, key, amount, words, state)
      values (gen_random_uuid(), 'grant', '{}', gen_random_uuid(), 1, 'unasked', 'done')`,
    `update given_back set approved_by = (select id from users where permission_level = 'Admin')`,
  ],
  'no Employee takes more off a price than they may, in an order or a quote': [
    // Both of an order that they made, and of one that they edited.
    `update orders set created_by = (select id from users where permission_level = 'Employee');
    update order_lines set price_source = 'override', price = 1`,
    `update orders set created_by = null; update order_lines set price_source = 'override', price = 1;
    insert into order_edits (id, "order", "user", key, request_hash, total_before, total_after, answer)
      select gen_random_uuid(), l."order", u.id, gen_random_uuid(), '', 0, 0, jsonb_build_object('changes',
        jsonb_build_array(jsonb_build_object('productNum', l.product_num, 'after',
          jsonb_build_object('quantity', l.quantity, 'price', 0.01))))
      from order_lines l, users u where u.permission_level = 'Employee'`,
    `update cart_lines set quoted_price = 1 where quoted_price is not null`,
  ],
  'no mail goes out that is not written down': `delete from emails where status = 'sent'`,
  'a mail that is sent has gone out': `update emails set message_id = id::text where status = 'sent'`,
  'a mail goes out, or its server refused it for good': `update emails set status = 'failed' where status = 'sent'`,
  'goods are sold for a price that they have': `update order_lines set price = price + 1`,
};

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
  'a mail goes out once where nothing fails': truth => ({
    ...truth,
    isCalm: true,
    office: new Map([...truth.office.keys()].map(id => [id, { times: 2 }])),
  }),
};

type Intent = Witnesses['gateway']['intents'] extends Map<string, infer One> ? One : never;
const mapped = ({ gateway }: Witnesses, change: (intent: Intent) => Intent) =>
  new Map([...gateway.intents.values()].map(change).map(one => [one.id, one]));

const SEEDS = 12;

it('sees each promise that corrupted books break, after the commit that corrupts them where it is asked then', async () => {
  const ways = Object.entries(CORRUPTIONS).flatMap(([promise, all]) =>
    [all].flat().map(corruption => [corruption, promise] as const),
  );
  const unseen = new Map(ways);
  const unheard = new Map(Object.entries(LIES));
  const inspect = async (books: Books, witnesses: Witnesses) => {
    for (const [corruption, promise] of unseen) {
      // Triggers keep books from being rewritten.
      await books.query(`begin; set local session_replication_role = replica; ${corruption}`);
      try {
        const names = await judged(books, promise, corruption, witnesses);
        if (names.has(promise)) unseen.delete(corruption);
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
}, 300_000);

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

it('lets a dearer order be paid once more, after it was made so, and no more than that', async () => {
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
}, 300_000);

it('lets a card be charged while money by hand comes in first, unless the order takes both', async () => {
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
    await books.query(`
      update receipt_parts set created_at = created_at + interval '2 minutes';
      insert into payment_allocations (id, payment, "order", amount)
        select gen_random_uuid(), id, "order", amount from payments where reference = 'pi_second'`);
    expect(await isTwice([second])).toBe(true);
  });
}, 300_000);

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
