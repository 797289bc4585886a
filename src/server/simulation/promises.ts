/** Promises that hold after each commit; each statement selects what breaks its promise, as one text. */
export const ALWAYS = {
  'stock is the sum of its moves': `
    select v.product_num || ' has ' || v.stock || ', its moves say ' || coalesce(sum(m.pieces), 0)
    from variants v left join stock_moves m on m.variant = v.id
    group by v.id having v.stock <> coalesce(sum(m.pieces), 0)`,
  'nothing is sold that is not there': `
    select product_num || ' has ' || stock from variants where stock < 0 and not back_order and not drop_ship`,
  'an order has what its payments brought': `
    select o.order_number || ' has ' || o.amount_paid || ', its payments say ' || coalesce(sum(a.amount), 0)
    from orders o left join payment_allocations a on a."order" = o.id
    group by o.id having o.amount_paid <> coalesce(sum(a.amount), 0)`,
  // A charge that came when its hold was over was never the order's: it has no part of it.
  'an order gave back what its refunds took': `
    select o.order_number || ' gave ' || o.amount_refunded || ', its refunds say ' || coalesce(sum(r.amount), 0)
    from orders o left join refunds r on r."order" = o.id and r.status = 'succeeded' and exists (
      select from payment_allocations a where a.payment = r.payment and a."order" = o.id)
    group by o.id having o.amount_refunded <> coalesce(sum(r.amount), 0)`,
  // Somebody may refund by hand while the shop's own refund is on its way, which is refused then.
  'no more is given back than was paid': `
    select p.id || ' of ' || p.amount || ' gave back ' || sum(r.amount)
    from payments p join refunds r on r.payment = p.id and r.status <> 'failed'
    group by p.id having p.amount < greatest(
      sum(r.amount) filter (where r.status = 'succeeded'),
      sum(r.amount) filter (where r.idempotency_key not like 'outside:%'))`,
  'an order costs what its lines say': `
    select o.order_number || ' says ' || o.sub_total || ', its lines ' || coalesce(sum(l.price * l.quantity), 0)
    from orders o left join order_lines l on l."order" = o.id
    group by o.id having o.sub_total <> coalesce(sum(l.price * l.quantity), 0)`,
  'shares of lines add up to their order': `
    select o.order_number || ': ' || concat_ws(', ', o.tax, o.discount, o.shipping, o.store_credit) from orders o
    join lateral (select sum(item_tax) as tax, sum(item_discount) as discount, sum(item_shipping) as shipping,
      sum(item_credit) as credit from order_lines where "order" = o.id) l on true
    where (l.tax, l.discount, l.shipping, l.credit) <> (o.tax, o.discount, o.shipping, o.store_credit)`,
  // Until staff pay otherwise, the company has good what a bank sent back of its returns.
  'a company owes what is open of its orders': `
    select c.name || ' owes ' || e.owed || ', its orders say ' || o.open from companies c
    join lateral (select coalesce(sum(amount), 0) as owed from account_entries where company = c.id) e on true
    join lateral (select coalesce(sum(case when status <> 'Canceled' then total - amount_paid - amount_credited
        else (select coalesce(sum(amount), 0) from refunds r where r."order" = orders.id and r.status <> 'failed'
          and exists (select from payment_allocations a where a.payment = r.payment)) - amount_paid end), 0) as open
      from orders where company = c.id and payment_type = 'Terms') o on true
    join lateral (select coalesce(sum(abs(r.amount)), 0) as back from refunds r join orders x on x.id = r."order"
      where x.company = c.id and x.payment_type = 'Terms' and x.status <> 'Canceled'
        and (r.status = 'failed' or r.reverses is not null)) b on true
    where not e.owed between o.open - b.back and o.open`,
  'no company owes more than its limit': `
    select c.name || ' owes ' || sum(e.amount) from companies c join account_entries e on e.company = c.id
    group by c.id having sum(e.amount) > c.credit_limit`,
  'store credit is never overspent': `
    select coalesce(company, "user") || ' has ' || sum(amount) from store_credit_entries
    group by company, "user" having sum(amount) < 0`,
  'an order used the store credit that it says': `
    select o.order_number || ' (' || o.status || ') says ' || o.store_credit || ', its entries ' || e.used
    from orders o join lateral (select coalesce(-sum(amount), 0) as used from store_credit_entries
      where "order" = o.id and "return" is null) e on true
    where e.used <> case when o.status = 'Canceled' then 0 else o.store_credit end`,
  'store credit stays with its owner': `
    select o.order_number || ': ' || e.amount || ' of ' || coalesce(e.company, e."user")
    from store_credit_entries e join orders o on o.id = e."order"
    where coalesce(e.company, e."user") is distinct from coalesce(o.company, o."user")`,
  'a coupon is counted once for each order with it': `
    select c.code || ' counts ' || c.uses || ', of ' || count(o.id) || ' orders' from coupons c
    left join orders o on lower(o.coupon_code) = lower(c.code) and o.status <> 'Canceled'
    group by c.id having c.uses <> count(o.id) or c.uses > coalesce(c.max_uses, c.uses)`,
  'no customer uses a coupon more often than they may': `
    select c.code || ' is in ' || count(*) || ' orders of ' || coalesce(o."user"::text, lower(o.email))
    from coupons c join orders o on lower(o.coupon_code) = lower(c.code) and o.status <> 'Canceled'
    where c.max_uses_per_customer is not null
    group by c.id, coalesce(o."user"::text, lower(o.email)) having count(*) > c.max_uses_per_customer`,
  'each use of a coupon is written down': `
    select o.order_number || ' with ' || o.coupon_code from orders o
    join coupons c on lower(o.coupon_code) = lower(c.code)
    left join coupon_uses u on u."order" = o.id and u.coupon = c.id
      and u."user" is not distinct from o."user" and u.email = lower(o.email)
    where o.status <> 'Canceled' and u."order" is null`,
  'a saved cart is ordered once': `
    select c.cart || ' is in orders ' || string_agg(o.order_number::text, ', ')
    from order_carts c join orders o on o.id = c."order"
    where c.cart is not null and o.status <> 'Canceled' group by c.cart having count(*) > 1`,
  'no Member orders above their limit unasked': `
    select o.order_number || ' of ' || o.total || ', limit ' || u.spending_limit
    from orders o join users u on u.id = o."user"
    where u.role = 'Member' and o.total + o.store_credit > u.spending_limit and not exists (
      select from approvals a where a."user" = u.id and a.state in ('approved', 'ordered') and a.total >= o.total
        and a.cart_ids @> array(select c.cart from order_carts c where c."order" = o.id))`,
  'no address has more unpaid orders than it may': `
    select placed_by || ' has ' || count(*) from orders where status = 'Held'
    group by placed_by having count(*) > 15`,
  'a return brings what it says': `
    select o.order_number || ' was promised ' || r.refund + r.store_credit || ', and got ' ||
      concat_ws(' and ', e.credit, m.money, a.account)
    from returns r join orders o on o.id = r."order"
    cross join lateral (select coalesce(sum(amount), 0) as credit
      from store_credit_entries where "return" = r.id) e
    cross join lateral (select coalesce(sum(amount) filter (where status <> 'failed'), 0) as money,
        coalesce(sum(amount) filter (where status = 'failed'), 0) as failed from refunds
      where "order" = o.id and idempotency_key like '%:return:' || r.id || '%') m
    cross join lateral (select coalesce(-sum(amount), 0) as account from account_entries
      where "return" = r.id or refund in (select id from refunds where "order" = o.id and status <> 'failed'
        and idempotency_key like '%:return:' || r.id || '%')) a
    where r.status = 'Refunded' and not r.refund + r.store_credit - (e.credit + m.money + a.account)
      between 0 and m.failed`,
  'a return brings what its goods were worth': `
    select o.order_number || ' got back ' || g.given || ' for goods of ' || g.worth from orders o join (
      select r."order", sum(t.refunded) as given, count(*) + 1 as rounded, sum(t.received::numeric / l.quantity *
        (l.price * l.quantity - l.item_discount + l.item_tax)) as worth
      from returns r join return_lines t on t."return" = r.id join order_lines l on l.id = t.line
      where r.status = 'Refunded' group by 1) g on g."order" = o.id
    where abs(g.given - g.worth) > g.rounded`,
  'orders hold as much stock as they took': `
    select o.order_number || ' (' || o.status || ') took ' || t.taken || ', its moves say ' || coalesce(m.moved, 0)
    from orders o
    join lateral (select variant, sum(pieces / quantity * (quantity - returned)) as taken from (
        select l.variant_id as variant, l.stock_taken as pieces, l.quantity, l.returned
        from order_lines l where l."order" = o.id
        union all select b.variant, b.stock_taken, l.quantity, l.returned
        from order_bundle_items b join order_lines l on l.id = b.line where l."order" = o.id) of_lines
      group by 1) t on true
    left join lateral (select sum(pieces) as moved from stock_moves
      where "order" = o.id and variant = t.variant) m on true
    where coalesce(m.moved, 0) <> case when o.status = 'Canceled' then 0 else -t.taken end`,
} satisfies Record<string, string>;

/** An amount as the shop writes it. */
const inDollars = (cents: string) => `('$' || to_char(${cents} / 100.0, 'FM999,990.00'))`;

/** The sum of refunds that a bank sent back before the shop heard that they were made: staff pay another way. */
const sentBackUnheard = (payment: string) => `(
    select coalesce(sum(amount), 0) from refunds where ${payment} and status = 'failed'
      and o.alert like '%A refund of ' || ${inDollars('amount')} || ' was refused%could not refund:%')`;

/** Promises that hold once everything has come to rest. */
export const AT_REST = {
  'no hold outlives its time': `
    select order_number || ' is held until ' || held_until from orders where status = 'Held'`,
  'every payment ends': `
    select id || ' is ' || status from payments where status in ('starting', 'requires_action', 'unknown')`,
  'every refund ends': `select id || ' is ' || status from refunds where status in ('starting', 'unknown')`,
  'every mail ends': `select template || ' is ' || status from emails where status = 'queued'`,
  'no job is left, and none is dead': `
    select name || ' is ' || state || ' ' || coalesce(output::text, '') from pgboss.job
    where state in ('active', 'retry', 'failed') or state = 'created' and start_after < now() - interval '1 hour'`,
  'an order that stands is confirmed once': `
    select o.order_number || ' (' || o.status || ') has ' || count(e.id) || ' confirmations' from orders o
    left join emails e on e."order" = o.id and e.template = 'order-confirmation'
    where o.status not in ('Held', 'Canceled') group by o.id having count(e.id) <> 1`,
  'no order has a charge that it did not take': `
    select p.id || ' of ' || p.amount || ', given back ' || r.given from payments p join orders o on o.id = p."order"
    join lateral (select coalesce(sum(amount), 0) as given,
        coalesce(-sum(amount) filter (where reverses is not null), 0) as back
      from refunds where payment = p.id and status = 'succeeded') r on true
    where p.status = 'succeeded' and not p.amount - r.given between 0 and r.back + ${sentBackUnheard('payment = p.id')}
      and not exists (select from payment_allocations a where a.payment = p.id)`,
  'a confirmation goes to whoever ordered': `
    select o.order_number || ' of ' || o.email || ' went to ' || e."to" from orders o
    join emails e on e."order" = o.id and e.template = 'order-confirmation' where e."to" <> o.email`,
  // Staff pay otherwise what came back.
  'nothing is paid and canceled': `
    select o.order_number || ' keeps ' || o.amount_paid - o.amount_refunded from orders o
    join lateral (select coalesce(-sum(amount), 0) as back from refunds
      where "order" = o.id and reverses is not null) r on true
    where o.status = 'Canceled' and not o.amount_paid - o.amount_refunded
      between 0 and r.back + ${sentBackUnheard('"order" = o.id')}`,
  'staff are told of a refund that came back': `
    select o.order_number || ': ' || count(*) || ' of ' || -r.amount from refunds r join orders o on o.id = r."order"
    where r.reverses is not null group by o.id, r.amount having count(*) > (
      select count(*) from regexp_split_to_table(o.alert, E'\\n') line
      where line like '%A refund of ' || ${inDollars('-r.amount')} || ' came back%')`,
  'staff are told of a dispute that is open or lost': `
    select o.order_number || ': ' || d.reference || ' is ' || d.status from disputes d
    join payments p on coalesce(p.batch, p.id) = d.payment join orders o on o.id = p."order"
    where d.status <> 'won' and not exists (
      select from regexp_split_to_table(o.alert, E'\\n') line
      where line like '%' || ${inDollars('d.amount')} || '%' and line like '%' || d.reference || '%'
        and line like case when d.status = 'lost' then '%dispute over%was lost%' else '%is disputed%' end)`,
  'a confirmation says what its order costs': `
    select o.order_number || ' of ' || o.total from orders o
    join emails e on e."order" = o.id and e.template = 'order-confirmation'
    where e.text not like '%Total%' || ${inDollars('o.total')} || '%'`,
  'each move of stock says what was left': `
    select variant || ' says ' || after || ' after ' || so_far from (
      select m.*, sum(pieces) over (partition by variant order by date, id) as so_far from stock_moves m) as m
    where after <> so_far`,
} satisfies Record<string, string>;

/** The ways that an order may go, as the shop's rules have them (O6): written down here again, for the judge to compare. */
const ORDER_WAYS = {
  Held: ['Submitted', 'Canceled'],
  Submitted: ['Processing', 'Canceled'],
  Processing: ['Ready', 'Shipped', 'Canceled'],
  Ready: ['Shipped', 'Completed', 'Canceled'],
  Shipped: ['Completed'],
};
const thereAre = Object.entries(ORDER_WAYS).flatMap(([was, ways]) => ways.map(now => `('${was}', '${now}')`));

/**
 * Records each change of an order's status and each payment that is begun for it, in their order: between a commit and
 * the look at what it left, another one may commit.
 */
export const KEEP_ORDER_BOOK = `
  create table order_book (nth bigserial, "order" uuid, was text, became text);
  create function note_way() returns trigger language plpgsql as $$ begin
    insert into order_book ("order", was, became) values (new.id, old.status, new.status);
    return null;
  end $$;
  create function note_payment() returns trigger language plpgsql as $$ begin
    insert into order_book ("order", became) values (new."order", 'payment');
    return null;
  end $$;
  create trigger note_way after update on orders for each row when (old.status <> new.status)
    execute function note_way();
  create trigger note_payment after insert on payments for each row execute function note_payment()`;

/**
 * Promises that a simulated shop alone can be asked, after each commit: it keeps that book, its settings stay as they are,
 * and its coupons take so much per cent off whole orders.
 */
export const IN_TOWN = {
  'an order is taxed as the shop says': `
    select o.order_number || ' is taxed ' || o.tax from orders o cross join site_settings s
    left join companies c on c.id = o.company
    where o.tax <> round(coalesce(nullif(o.sub_total - o.store_credit, 0), o.sub_total)
      * case when c.tax_exempt then 0 else s.tax end)`,
  'an order is shipped for what the shop says': `
    select o.order_number || ' (' || o.shipping_method || ') is shipped for ' || o.shipping from orders o
    where o.shipping <> case when o.shipping_method = 'local' or o.sub_total = 0 then 0 else coalesce(
      (select cost from shipping_tiers where position < 5 and o.sub_total < price order by position limit 1),
      (select cost from shipping_tiers where position = 5)) end`,
  'an order is as much cheaper as its coupon says': `
    select o.order_number || ' of ' || o.sub_total || ' is ' || o.discount || ' cheaper' from orders o
    left join coupons c on lower(c.code) = lower(o.coupon_code)
    where abs(o.discount - o.sub_total * coalesce(c.value, 0) / 100)
      > (select count(*) from order_lines l where l."order" = o.id)`,
  'a set costs no more than its parts, less what it says': `
    select o.order_number || ': a set for ' || l.price || ' of parts for ' || b.parts
    from order_lines l join orders o on o.id = l."order"
    join lateral (select sum(price * quantity) as parts, count(*) as many from order_bundle_items where line = l.id) b
      on true
    where l.is_bundle and l.price - b.parts * (1 - l.bundle_discount_per / 100) > b.many`,
  'an order goes only ways that there are': `
    select o.order_number || ': ' || b.was || ' → ' || b.became from order_book b join orders o on o.id = b."order"
    where b.was is not null and (b.was, b.became) not in (values ${thereAre.join(', ')})`,
  'no payment is begun for an order that is gone': `
    select o.order_number || ', ' || p.nth - w.nth || ' steps after it was canceled'
    from order_book p join order_book w on w."order" = p."order" join orders o on o.id = p."order"
    where p.became = 'payment' and w.became = 'Canceled' and p.nth > w.nth`,
} satisfies Record<string, string>;

/** Promises that others see kept or broken: customers, the payment service, the post office. */
export const AS_OTHERS_SAW = [
  'an acknowledged order is there, as it was',
  'a paid order stays paid',
  'the books have each charge of the payment service',
  'no charge can still be confirmed',
  'the books have no charge of their own',
  'the books have each refund of the payment service',
  'the books have no refund of their own',
  'the books have each refund that came back',
  'the books have each dispute of the payment service',
  'no request is approved that nobody approved',
  'an approved order costs no more than its Primary saw',
  'no order is charged twice',
  'no refund is made twice',
  'no mail goes out that is not written down',
  'a mail that is sent has gone out',
  'a mail goes out, or its server refused it for good',
  'a call that is made again is answered, unless a service failed',
  'a mail goes out once where nothing fails',
  'goods are sold for a price that they have',
  'an order is what its customer asked for',
  'an order costs what its customer saw',
  'a price is what was agreed on',
  'no setting is shown that was changed minutes ago',
  'nothing fails in an unknown way',
] as const;

export type PromiseName =
  | keyof (typeof ALWAYS & typeof IN_TOWN & typeof AT_REST)
  | (typeof AS_OTHERS_SAW)[number];
