import type { AS_OTHERS_SAW } from '#server/simulation/as-others-saw.ts';
import type { ALWAYS, AT_REST } from '#server/simulation/promises.ts';
import type { IN_TOWN } from '#server/simulation/town-promises.ts';

type FromTables = keyof (typeof ALWAYS & typeof IN_TOWN & typeof AT_REST);
/** Broken by what happened, of which neither books nor witnesses tell afterwards. */
type SeenByVisitors =
  | 'a call is answered, unless something failed just then'
  | 'an event is acted on, unless something failed just then'
  | 'nobody is refused for a reason that they can’t meet'
  | 'no Employee does what an Admin alone may'
  | 'a payment link tells what is open'
  | 'a price is what was agreed on'
  | 'no setting is shown that was changed minutes ago'
  | 'nothing fails in an unknown way';
export type FromWitnesses =
  | 'no charge can still be confirmed'
  | 'no order is charged twice'
  | 'no refund is made twice'
  | 'the books have each refund that came back'
  | 'a refund that is pending at the payment service is open in the books'
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
export const CORRUPTIONS: Record<
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
  'a receipt pays orders of its owner alone': `
    update receipts set company = null, "user" = (select id from users where permission_level = 'Admin')`,
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
    `update given_back set amount = amount + 1 where cause = 'return' and instead_of is null`,
    `update given_back set key = 'edit:' || key where cause <> 'edit'`,
    `delete from given_back where cause = 'return'`,
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
  'goods that money is given back for are worth it, once': [
    `update given_back set amount = amount + 100 where cause = 'goodwill'`,
    `update goods_book set is_twice = true`,
  ],
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
      select gen_random_uuid(), payment, "order", status, -amount, reason, id::text, id from refunds f
      where reverses is null and not exists (select from refunds b where b.reverses = f.id)`,
  'staff are told of a refund that failed': `
    update orders set alert = '';
    insert into refunds (id, payment, "order", status, amount, reason, idempotency_key)
      select gen_random_uuid(), payment, "order", 'failed', amount, reason, id::text from refunds where reverses is null`,
  'staff are told of a refund that is open for a day, and no longer': [
    `update refunds set status = 'unknown', created_at = now() - interval '2 days' where reverses is null`,
    `update orders set alert = 'A refund of $1.00 has not been confirmed for a day.'`,
  ],
  'staff are told of a dispute that is open or lost': `
    update orders set alert = ''; update disputes set status = 'lost'`,
  'staff are asked for what is to be handed out': `update payouts set handed_out_at = null, alert = 'unsaid'`,
  'no act waits longer than it may': `
    update waiting_acts set state = 'waiting', created_at = now() - interval '9 days'
    where id = (select id from waiting_acts limit 1)`,
  'no order is changed while a payment of it is disputed': `
    insert into disputes (id, payment, "order", provider, reference, status, amount, reason, created_at)
      select gen_random_uuid(), coalesce(p.batch, p.id), p."order", 'stripe', 'dp_' || e.id || p.id, 'under_review', 1, '', '2020-01-01'
      from payments p join order_edits e on e."order" = p."order"`,
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
  'a request that was turned down stays so': [
    `update approvals set state = 'approved' where state = 'declined'`,
    `update waiting_acts set state = 'done' where state = 'declined'`,
  ],
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
  'an edit does what was asked for': [
    `update order_lines set quantity = quantity + 1`,
    `update orders set shipping = shipping + 1, total = total + 1`,
    `update orders set shipping_method = 'fedex'`,
    `update orders set coupon_code = 'OTHER'`,
    `update order_edits set total_after = total_after + 1`,
    `update order_lines set price_source = 'base' where price_source = 'override'`,
    `update order_edits set answer = jsonb_set(answer, '{changes}',
      '[{"productNum": "other", "before": {"quantity": 1, "price": 1}, "after": {"quantity": 1, "price": 2}}]')`,
  ],
  'an edit takes back what its order was paid too much': `update edit_book set settled = cost + 1`,
  'a customer is told of each change, unless staff said no': [
    `delete from emails where template = 'order-changed'`,
    `update emails set text = replace(text, '$', '€') where template = 'order-changed'`,
  ],
  'staff find in the books what they did': [
    `update receipts set amount = amount + 1`,
    `update receipts set company = null, "user" = null`,
    `update receipts set bounced_at = null, mistake = null`,
    `update receipt_parts set "order" = gen_random_uuid() where use is null`,
    `delete from account_uses`,
    `update money_book set kept = 1, open = 1`,
    `insert into given_units (given, line, quantity) select g.id, l.id, 1 from given_back g
      join order_lines l on l."order" = g."order"
      where g.cause = 'goodwill' and not exists (select from given_units u where u.given = g.id and u.line = l.id)`,
    `delete from given_back where cause = 'grant'`,
    `update given_back set amount = amount + 1 where cause = 'goodwill'`,
    `update given_back set instead_of = null`,
    `delete from store_credit_entries where kind = 'used'`,
    `delete from order_edits`,
    `update returns set fee = fee + 1`,
    `update returns set status = 'Requested'`,
    `update return_lines set received = 0`,
    `delete from order_book where became <> 'payment'`,
    `delete from waiting_acts`,
    `delete from order_events where name = 'handed over'`,
    `update payouts set handed_out_at = null`,
    `update orders set notes = '' where created_by is not null`,
  ],
  'nothing is in the books that nobody did': [
    `update receipts set key = gen_random_uuid()`,
    `update account_uses set key = gen_random_uuid()`,
    `update given_back set key = 'goodwill:' || gen_random_uuid() where cause = 'goodwill' and instead_of is null`,
    `update given_back set way = 'cash' where instead_of is not null`,
    `update order_edits set key = gen_random_uuid()`,
    `update waiting_acts set key = gen_random_uuid() where kind <> 'quote'`,
    `update receipts set bounced_at = now()`,
    `update payouts set handed_out_at = now(), alert = ''`,
    `update payouts set handed_out_at = now(), alert = 'unsaid'`,
    `update returns set status = 'Rejected'`,
    `update return_lines set received = 0, scrapped = 0`,
    `update returns set fee = fee + 1`,
    `update store_credit_entries set id = gen_random_uuid() where kind = 'used' and ("order" is null or given is not null)`,
  ],
  'goods that are taken along are paid, and gone': [
    `update orders set status = 'Submitted' where created_by is not null`,
    `update order_lines set fulfilled = 0`,
    `delete from receipts`,
  ],
  'nothing goes on account above a limit that no Admin let go': `update account_book set most = 0`,
  'no mail goes out that is not written down': `delete from emails where status = 'sent'`,
  'a mail that is sent has gone out': `update emails set message_id = id::text where status = 'sent'`,
  'a mail goes out, or its server refused it for good': `update emails set status = 'failed' where status = 'sent'`,
  'goods are sold for a price that they have': `update order_lines set price = price + 1`,
};
