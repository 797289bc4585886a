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
  | 'a call that is made again is answered, unless a service failed'
  | 'an order costs what its customer saw'
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

/** Corrupts the books so that a promise is broken. */
const CORRUPTIONS: Record<
  FromTables | Exclude<(typeof AS_OTHERS_SAW)[number], SeenByVisitors | FromWitnesses>,
  string
> = {
  'stock is the sum of its moves': `update variants set stock = stock + 1 where not is_bundle`,
  'nothing is sold that is not there': `alter table variants drop constraint variants_stock;
    update variants set stock = -1, back_order = false where not is_bundle`,
  'an order has what its payments brought': `update orders set amount_paid = amount_paid - 1 where amount_paid > 0`,
  'an order gave back what its refunds took': `
    update orders set amount_refunded = amount_refunded - 1 where amount_refunded > 0`,
  'no more is given back than was paid': `
    update refunds set amount = amount + (select amount from payments p where p.id = payment)
    where status = 'succeeded' and reverses is null`,
  'an order costs what its lines say': `update order_lines set price = price + 1`,
  'shares of lines add up to their order': `update order_lines set item_tax = item_tax + 1`,
  'a company owes what is open of its orders': `update account_entries set amount = amount + 1`,
  'no company owes more than its limit': `
    update companies set credit_limit = 0
    where (select sum(amount) from account_entries where company = companies.id) > 0`,
  'store credit is never overspent': `update store_credit_entries set amount = -100000 where amount < 0`,
  'an order used the store credit that it says': `
    update store_credit_entries set amount = amount - 1 where "order" is not null and "return" is null`,
  'store credit stays with its owner': `
    update store_credit_entries set company = null, "user" = (select id from users where permission_level = 'Admin')
    where "order" is not null`,
  'a coupon is counted once for each order with it': `update coupons set uses = uses + 1`,
  'no customer uses a coupon more often than they may': `
    update orders set coupon_code = 'ONCE', "user" = null, email = 'same@home.test' where ${stands}`,
  'each use of a coupon is written down': `delete from coupon_uses`,
  'a saved cart is ordered once': `
    update order_carts set cart = (select cart from order_carts where cart is not null limit 1)
    where "order" in (select id from orders where ${stands})`,
  'no Member orders above their limit unasked': `update users set spending_limit = 0 where role = 'Member'`,
  'no address has more unpaid orders than it may': `
    update orders set status = 'Held', held_until = now(), placed_by = 'here'`,
  'a return brings what it says': `update returns set status = 'Refunded', refund = refund + 1`,
  'a return brings what its goods were worth': `
    update returns set status = 'Refunded'; update return_lines set received = quantity, refunded = 100000`,
  'orders hold as much stock as they took': `update stock_moves set pieces = pieces - 1 where "order" is not null`,
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
  'an order is what its customer asked for': `update orders set shipping_method = 'fedex'`,
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
  const unseen = new Map(Object.entries(CORRUPTIONS));
  const unheard = new Map(Object.entries(LIES));
  const inspect = async (books: Books, witnesses: Witnesses) => {
    for (const [promise, corruption] of unseen) {
      // Triggers keep books from being rewritten.
      await books.query(`begin; set local session_replication_role = replica; ${corruption}`);
      try {
        const names = await judged(books, promise, corruption, witnesses);
        if (names.has(promise)) unseen.delete(promise);
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
  expect([...unseen.keys(), ...unheard.keys()]).toEqual([]);
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
