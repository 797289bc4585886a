import type { AS_OTHERS_SAW } from '#server/simulation/as-others-saw.ts';
import {
  BACK_OF_CARDS,
  CAME_BY_HAND,
  FAILED_UNTOLD,
  GIFTS_OF_ORDER,
  GIVEN_BY_HAND_AGAIN,
  HANDED_OUT,
  HANGING_UNTOLD,
  inDollars,
  insteadOf,
  OF_STRAY,
  OWED_OF_CANCELED,
  sentBackUnheard,
} from '#server/simulation/sent-back.ts';
import type { IN_TOWN } from '#server/simulation/town-promises.ts';

/** Tells what an order cost when it was placed, whatever staff changed of it since. */
export const PLACED_AT = (order: string) => `coalesce((
    select total_before from order_edits e where e."order" = ${order}.id order by created_at, e.id limit 1), ${order}.total)`;

/** The request `a` is for the saved carts of the order `o`, which has some. */
const IS_OF_CARTS = `exists (select from order_carts c where c."order" = o.id having array_agg(c.cart) @> a.cart_ids
  and array_agg(c.cart) <@ a.cart_ids)`;

/** The units of a line `l` that came back and can't be sold again. */
const SCRAPPED = `(select coalesce(sum(t.scrapped), 0) from return_lines t where t.line = l.id)`;

/** The act `g` is not of the last minute of a day: by the clock of its process, it may be of the next. */
const IS_NO_MIDNIGHT = `(g.created_at at time zone s.time_zone)::date
        = ((g.created_at + interval '1 minute') at time zone s.time_zone)::date`;

/** Promises that hold after each commit; each statement selects what breaks its promise, as one text. */
export const ALWAYS = {
  'stock is the sum of its moves': `
    select v.product_num || ' has ' || v.stock || ', its moves say ' || coalesce(sum(m.pieces), 0)
    from variants v left join stock_moves m on m.variant = v.id
    group by v.id having v.stock <> coalesce(sum(m.pieces), 0)`,
  'nothing is sold that is not there': `
    select product_num || ' has ' || stock from variants where stock < 0 and not back_order and not drop_ship`,
  'an order has what its payments brought': `
    select o.order_number || ' has ' || o.amount_paid || ', its payments say ' || p.cards + p.receipts - o.amount_taken_back
    from orders o join lateral (select
      (select coalesce(sum(amount), 0) from payment_allocations where "order" = o.id) as cards,
      (select coalesce(sum(amount), 0) from receipt_parts where "order" = o.id) as receipts) p on true
    where o.amount_paid <> p.cards + p.receipts - o.amount_taken_back`,
  // Staff may place one unpaid, and make one dearer: what it cost at its cheapest was paid, but for what bounced of it.
  'an order by card that stands is paid': `
    select o.order_number || ' of ' || o.total || ' (' || o.status || ') has ' || o.amount_paid from orders o
    where o.payment_type = 'credit-card' and o.status not in ('Held', 'Canceled') and o.created_by is null and not o.paid
      and o.amount_paid + o.amount_credited + (
        select coalesce(-sum(amount), 0) from receipt_parts where "order" = o.id and reason = 'bounced') < (
        select least(o.total, min(e.total_before), min(e.total_after)) from order_edits e where e."order" = o.id)`,
  // A charge that came when its hold was over was never the order's: it has no part of it.
  'an order gave back what its refunds took': `
    select o.order_number || ' gave ' || o.amount_refunded || ', its refunds say ' || g.cards + g.hand
    from orders o join lateral (select
      (select coalesce(sum(r.amount), 0) from refunds r where r."order" = o.id and r.status = 'succeeded' and exists (
        select from payment_allocations a where a.payment = r.payment and a."order" = o.id)) as cards,
      (select coalesce(sum(amount), 0) from payouts where "order" = o.id and not ${OF_STRAY}) as hand) g on true
    where o.amount_refunded <> g.cards + g.hand`,
  // Somebody may refund by hand while the shop's own refund is on its way, which is refused then.
  'no more is given back than was paid': `
    select p.id || ' of ' || p.amount || ' gave back ' || coalesce(sum(r.amount), 0) || ', and instead ' || i.given
    from payments p left join refunds r on r.payment = p.id and r.status <> 'failed'
    join lateral (select ${insteadOf('f.payment = p.id')} as given) i on true
    group by p.id, i.given having p.amount < greatest(
      sum(r.amount) filter (where r.status = 'succeeded'),
      coalesce(sum(r.amount) filter (where r.idempotency_key not like 'outside:%'), 0) + i.given)`,
  // A bounced check may have been given back before; refunds by hand are somebody else's.
  'no order gives back more than it was paid': `
    select o.order_number || ' was paid ' || i.paid || ', and gave ' || concat_ws(' and ', r.cards, h.hand, c.credit)
    from orders o
    join lateral (select (select coalesce(sum(amount), 0) from payment_allocations where "order" = o.id) + (
      select coalesce(sum(amount), 0) from receipt_parts where "order" = o.id and reason <> 'bounced') as paid) i on true
    join lateral (select coalesce(sum(amount), 0) as cards from refunds f where f."order" = o.id and status <> 'failed'
      and idempotency_key not like 'outside:%' and exists (select from payment_allocations a where a.payment = f.payment))
      r on true
    join lateral (select coalesce(sum(amount), 0) as hand from payouts where "order" = o.id and not ${OF_STRAY}) h on true
    join lateral (${GIFTS_OF_ORDER}) c on true
    where r.cards + h.hand + c.credit > i.paid`,
  'no money of a card is handed out': `
    select o.order_number || ' had ' || i.came || ' by hand, and handed out ' || h.hand from orders o
    join lateral (${CAME_BY_HAND}) i on true join lateral (${HANDED_OUT}) h on true where h.hand > i.came`,
  'an order costs what its lines say': `
    select o.order_number || ' says ' || o.sub_total || ', its lines ' || coalesce(sum(l.price * l.quantity), 0)
    from orders o left join order_lines l on l."order" = o.id
    group by o.id having o.sub_total <> coalesce(sum(l.price * l.quantity), 0)`,
  'shares of lines add up to their order': `
    select o.order_number || ': ' || concat_ws(', ', o.tax, o.discount, o.shipping, o.store_credit) from orders o
    join lateral (select sum(item_tax) as tax, sum(item_discount) as discount, sum(item_shipping) as shipping,
      sum(item_credit) as credit from order_lines where "order" = o.id) l on true
    where (l.tax, l.discount, l.shipping, l.credit) <> (o.tax, o.discount, o.shipping, o.store_credit)`,
  // Until staff pay otherwise, the company has good what a bank sent back, or refused to take. A refund by hand may have
  // paid it otherwise.
  'a company owes what is open of its orders': `
    select o.order_number || ' (' || o.status || ') is on account with ' || e.owed || ', open are ' || s.open ||
      concat(', sent back ' || nullif(s.back, 0)) from orders o
    join lateral (select coalesce(sum(amount), 0) as owed from account_entries where "order" = o.id) e on true
    join lateral (${BACK_OF_CARDS}) r on true
    join lateral (select case when o.status <> 'Canceled' then o.total - o.amount_paid - o.amount_credited
      else r.given + r.lost - o.amount_paid - o.amount_taken_back
        + (select coalesce(sum(amount), 0) from payouts where "order" = o.id and not ${OF_STRAY})
        + (${GIFTS_OF_ORDER})
      end as open, case when o.status <> 'Canceled' then r.back else 0 end as back,
      case when o.status <> 'Canceled' then 0 else r.maybe_lost end as maybe_lost) s on true
    where o.payment_type = 'Terms' and o.company is not null
      and not e.owed between s.open - s.back
        and s.open - case when r.by_hand then 0 else s.back end + s.maybe_lost
    union all select c.name || ' has ' || e.kept || ' on account, its receipts say ' || r.kept from companies c
    join lateral (select coalesce(-sum(amount), 0) as kept from account_entries where company = c.id and "order" is null)
      e on true
    join lateral (select coalesce(sum(amount - (
        select coalesce(sum(amount), 0) from receipt_parts p where p.receipt = receipts.id)), 0) as kept
      from receipts where company = c.id and bounced_at is null) r on true
    where e.kept <> r.kept`,
  // Room that a check had made before it bounced may have been used, or money that a bank sent back before staff paid it.
  'no company owes more than its limit': `
    select c.name || ' owes ' || sum(e.amount) from companies c join account_entries e on e.company = c.id
    group by c.id having sum(e.amount) > c.credit_limit + (
      select coalesce(sum(amount), 0) from receipts where company = c.id and bounced_at is not null) + (
      select coalesce(sum(g.amount), 0) from given_back g join orders o on o.id = g."order"
      where o.company = c.id and g.instead_of is not null)
    and not exists (select from order_events v join orders o on o.id = v."order"
      where o.company = c.id and v.name in ('taken on over limit', 'changed over limit'))`,
  'a receipt pays no more than it brought': `
    select r.method || ' ' || r.number || ' of ' || r.amount || ' pays ' || p.paid from receipts r
    join lateral (select coalesce(sum(amount), 0) as paid from receipt_parts where receipt = r.id) p on true
    where not p.paid between 0 and case when r.bounced_at is null then r.amount else 0 end`,
  'a receipt pays orders of its owner alone': `
    select r.method || ' ' || r.number || ' of ' || r.amount || ' pays ' || o.order_number
    from receipt_parts p join receipts r on r.id = p.receipt join orders o on o.id = p."order"
    where (r.company, r."user") is distinct from (o.company, case when o.company is null then o."user" end)`,
  'no Employee gives back more than they may': `
    select o.order_number || ' was given ' || sum(g.amount) from given_back g join orders o on o.id = g."order"
    cross join site_settings s where g.approved_by is null and g.cause <> 'cancel'
    group by o.id, s.employee_order_limit having sum(g.amount) > s.employee_order_limit
    union all select u.name || ' gave ' || sum(g.amount) from given_back g join users u on u.id = g."user"
    cross join site_settings s where g.approved_by is null and g.cause <> 'cancel'
      and ${IS_NO_MIDNIGHT}
    group by u.id, s.employee_day_limit, (g.created_at at time zone s.time_zone)::date
    having sum(g.amount) > s.employee_day_limit
    union all select u.name || ' gave ' || g.amount || ' to themselves' from given_back g join users u on u.id = g."user"
    left join orders o on o.id = g."order" left join store_credit_entries e on e.given = g.id
    where g.approved_by is null and g.cause <> 'cancel'
      and (u.id in (o."user", e."user") or u.company in (o.company, e.company))
    union all select u.name || ' gave ' || g.amount || ' another way' from given_back g join users u on u.id = g."user"
    where g.instead_of is not null and u.permission_level <> 'Admin'
    union all select u.name || ' took back ' || r.amount from receipts r join users u on u.id = r.bounced_by
    where r.mistake is not null and u.permission_level <> 'Admin'`,
  'money that is given back goes somewhere, once': `
    select g.key || ' of ' || g.amount || ' by ' || g.way from given_back g
    where (g.way in ('cash', 'check', 'transfer') and (g.cause <> 'return' or g.instead_of is not null) and g.amount <> (
        select coalesce(sum(amount), 0) from payouts where given = g.id))
      or (g.way = 'credit' and (g.cause in ('goodwill', 'grant') or g.instead_of is not null) and g.amount <> (
        select coalesce(sum(amount), 0) from store_credit_entries where given = g.id and kind = 'granted'))
      or (g.cause = 'return' and g.instead_of is null and g.amount is distinct from (
        select refund + store_credit from returns where 'return:' || id = g.key))
      or split_part(g.key, ':', 1) not in (g.cause, case when g.instead_of is null then g.cause else 'instead' end)
      or (g.way = 'card' and g.cause = 'goodwill' and g.amount <> (
        select coalesce(sum(amount), 0) from refunds where idempotency_key like '%:goodwill:' || g.id || '%'))
    union all select g.key || ' of ' || g.amount || ' is for no refund that did not get through' from given_back g
    where g.instead_of is not null and not exists (select from refunds f where g.instead_of = f.id
      and f.amount >= g.amount and (f.status = 'failed' or exists (select from refunds b where b.reverses = f.id)))
    union all select o.order_number || ' of ' || g.given || ' by ' || g.cause from orders o
    join (select "order", cause, sum(amount) as given from given_back where way = 'account' and cause in ('edit', 'cancel')
      group by 1, 2) g on g."order" = o.id
    where g.given <> (select coalesce(-sum(amount), 0) from receipt_parts where "order" = o.id and reason = g.cause)
    union all select o.order_number || ' was given ' || r.refund + r.store_credit || ' for goods' from returns r
    join orders o on o.id = r."order" where r.status = 'Refunded' and r.refund + r.store_credit > 0
      and not exists (select from given_back where key = 'return:' || r.id)`,
  'an edit gives back what it made too much, once': `
    select o.order_number || ' of ' || e.taken_back || ' gave back ' || g.money || ' and ' || g.credit || ', by card ' ||
      g.by_card || ' in refunds of ' || r.asked
    from order_edits e join orders o on o.id = e."order"
    join lateral (select coalesce(sum(amount) filter (where way <> 'credit'), 0) as money,
        coalesce(sum(amount) filter (where way = 'credit'), 0) as credit,
        coalesce(sum(amount) filter (where way = 'card'), 0) as by_card
      from given_back where "order" = o.id and key like 'edit:' || e.id || ':%') g on true
    join lateral (select coalesce(sum(amount), 0) as asked from refunds
      where "order" = o.id and idempotency_key like '%:edit:' || e.id || '%') r on true
    where (g.money, g.credit, g.by_card) <> (e.taken_back - round((e.answer ->> 'backBefore')::numeric * 100),
      round((e.answer ->> 'storeCreditBack')::numeric * 100), r.asked)`,
  'store credit is never overspent': `
    select coalesce(company, "user") || ' has ' || sum(amount) from store_credit_entries
    group by company, "user" having sum(amount) < 0`,
  'an order used the store credit that it says': `
    select o.order_number || ' (' || o.status || ') says ' || o.store_credit || ', its entries ' || e.used
    from orders o join lateral (select coalesce(-sum(amount), 0) as used from store_credit_entries
      where "order" = o.id and "return" is null and given is null) e on true
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
    where u.role = 'Member' and o.created_by is null and o.status <> 'Canceled' and ${PLACED_AT('o')} + o.store_credit > u.spending_limit and not exists (
      select from approvals a where a."user" = u.id and a.total >= ${PLACED_AT('o')}
        and a.store_credit >= o.store_credit
        and case when o.status = 'Held' then a.state = 'approved' and ${IS_OF_CARTS} else a."order" = o.id end)`,
  'no address has more unpaid orders than it may': `
    select placed_by || ' has ' || count(*) from orders where status = 'Held'
    group by placed_by having count(*) > 15`,
  'a return brings what it says': `
    select o.order_number || ' was promised ' || s.promised || ', and got ' ||
      concat_ws(' and ', e.credit, m.money, a.account, h.by_hand, d.off_debt)
    from orders o
    join (select "order", array_agg(id) as ids, sum(refund + store_credit) as promised from returns
      where status = 'Refunded' group by 1) s on s."order" = o.id
    cross join lateral (select coalesce(sum(amount), 0) as credit
      from store_credit_entries where "return" = any (s.ids)) e
    cross join lateral (select array_agg(id) filter (where status <> 'failed') as ids,
        coalesce(sum(amount) filter (where status <> 'failed'), 0) as money,
        coalesce(sum(amount) filter (where status = 'failed'), 0) as failed from refunds
      where "order" = o.id and idempotency_key like '%:return:%') m
    cross join lateral (select coalesce(-sum(amount), 0) as account from account_entries
      where "return" = any (s.ids) or refund = any (m.ids)) a
    cross join lateral (select coalesce(sum(p.amount), 0) as by_hand from payouts p join given_back g on g.id = p.given
      where g."order" = o.id and g.key like 'return:%') h
    cross join lateral (select case when o.payment_type = 'Terms' and o.company is not null
      then 0 else o.amount_credited end as off_debt) d
    where not s.promised - (e.credit + m.money + a.account + h.by_hand + d.off_debt) between 0 and m.failed`,
  'a return brings what its goods were worth': `
    select o.order_number || ' got back ' || g.given || ' for goods of ' || g.worth from orders o join (
      select r."order", sum(t.refunded) + (select sum(fee) from returns f where f."order" = r."order") as given, count(*) + 1 as rounded, sum(t.received::numeric / l.quantity *
        (l.price * l.quantity - l.item_discount + l.item_tax)) as worth
      from returns r join return_lines t on t."return" = r.id join order_lines l on l.id = t.line
      where r.status = 'Refunded' group by 1) g on g."order" = o.id
    where abs(g.given - g.worth) > g.rounded`,
  'orders hold as much stock as they took': `
    select o.order_number || ' (' || o.status || ') took ' || t.taken || ', its moves say ' || coalesce(m.moved, 0)
    from orders o
    join lateral (select variant, sum(pieces / quantity * (quantity - returned + scrapped)) as taken from (
        select l.variant_id as variant, l.stock_taken as pieces, l.quantity, l.returned, ${SCRAPPED} as scrapped
        from order_lines l where l."order" = o.id
        union all select b.variant, b.stock_taken, l.quantity, l.returned, ${SCRAPPED}
        from order_bundle_items b join order_lines l on l.id = b.line where l."order" = o.id) of_lines
      group by 1) t on true
    left join lateral (select sum(pieces) as moved from stock_moves
      where "order" = o.id and variant = t.variant) m on true
    where coalesce(m.moved, 0) <> case when o.status = 'Canceled' then 0 else -t.taken end`,
} satisfies Record<string, string>;

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
    where o.status not in ('Held', 'Canceled') and o.email <> '' group by o.id having count(e.id) <> 1`,
  'no order has a charge that it did not take': `
    select p.id || ' of ' || p.amount || ', given back ' || r.given from payments p join orders o on o.id = p."order"
    join lateral (select coalesce(sum(amount), 0) + ${insteadOf('f.payment = p.id')} as given,
        coalesce(-sum(amount) filter (where reverses is not null), 0) as back
      from refunds where payment = p.id and status = 'succeeded') r on true
    where p.status = 'succeeded' and not p.amount - r.given between 0 and r.back + ${sentBackUnheard('payment = p.id')}
      and not exists (select from payment_allocations a where a.payment = p.id)`,
  'a confirmation goes to whoever ordered': `
    select o.order_number || ' of ' || o.email || ' went to ' || e."to" from orders o
    join emails e on e."order" = o.id and e.template = 'order-confirmation' where e."to" <> o.email`,
  // Staff pay otherwise what came back; what a bank took back is gone, and so is what was handed out of a bounced check.
  'nothing is paid and canceled': `
    select o.order_number || ' keeps ' || o.amount_paid + o.amount_taken_back - o.amount_refunded from orders o
    join lateral (select coalesce(-sum(amount), 0) as back from refunds
      where "order" = o.id and reverses is not null) r on true
    join lateral (select coalesce(sum(d.amount), 0) as lost from disputes d
      join payments p on coalesce(p.batch, p.id) = d.payment
      where p."order" = o.id and d.status = 'lost') d on true
    join lateral (select coalesce(sum(amount), 0) as given from store_credit_entries
      where "order" = o.id and (kind = 'granted' or given is not null)) c on true
    join lateral (select coalesce(-sum(amount), 0) as bounced from receipt_parts
      where "order" = o.id and reason = 'bounced') b on true
    where o.status = 'Canceled' and not o.amount_paid + o.amount_taken_back - o.amount_refunded
      between -b.bounced - ${GIVEN_BY_HAND_AGAIN} and r.back + d.lost + c.given + ${OWED_OF_CANCELED}`,
  'staff are told of a refund that came back': `
    select o.order_number || ': ' || count(*) || ' of ' || -r.amount from refunds r join orders o on o.id = r."order"
    where r.reverses is not null and not exists (select from given_back g where g.instead_of = r.reverses)
    group by o.id, r.amount having count(*) > (
      select count(*) from regexp_split_to_table(o.alert, E'\\n') line
      where line like '%A refund of ' || ${inDollars('-r.amount')} || ' came back%')`,
  'staff are told of a refund that failed': FAILED_UNTOLD,
  'staff are told of a refund that is open for a day, and no longer': HANGING_UNTOLD,
  'staff are told of a dispute that is open or lost': `
    select o.order_number || ': ' || d.reference || ' is ' || d.status from disputes d
    join payments p on coalesce(p.batch, p.id) = d.payment join orders o on o.id = p."order"
    where d.status <> 'won' and not exists (
      select from regexp_split_to_table(o.alert, E'\\n') line
      where line like '%' || ${inDollars('d.amount')} || '%' and line like '%' || d.reference || '%'
        and line like case when d.status = 'lost' then '%dispute over%was lost%' else '%is disputed%' end)`,
  'staff are asked for what is to be handed out': `
    select o.order_number || ': ' || p.amount || ' in ' || p.way from payouts p join orders o on o.id = p."order"
    where p.handed_out_at is null and not exists (
      select from regexp_split_to_table(o.alert, E'\\n') line where line = p.alert and line <> '')`,
  'no act waits longer than it may': `
    select kind || ' of ' || amount || ' since ' || created_at from waiting_acts
    where state = 'waiting' and created_at < now() - interval '3 days 8 hours'`,
  'no order is changed while a payment of it is disputed': `
    select o.order_number || ' at ' || e.created_at from order_edits e join orders o on o.id = e."order"
    join payments p on p."order" = o.id join disputes d on d.payment = coalesce(p.batch, p.id)
    where e.created_at > d.created_at + interval '1 minute'
      and (d.status not in ('won', 'lost') or e.created_at + interval '1 minute' < (
        select min(v.date) from order_events v where v."order" = o.id and v.date >= d.created_at
          and v.name in ('dispute won', 'dispute lost')))`,
  'a confirmation says what its order costs': `
    select o.order_number || ' of ' || o.total from orders o
    join emails e on e."order" = o.id and e.template = 'order-confirmation'
    where e.text not like '%Total%' || ${inDollars(`${PLACED_AT('o')}`)} || '%'`,
  'each move of stock says what was left': `
    select variant || ' says ' || after || ' after ' || so_far from (
      select m.*, sum(pieces) over (partition by variant order by date, id) as so_far from stock_moves m) as m
    where after <> so_far`,
} satisfies Record<string, string>;

export type PromiseName =
  | keyof (typeof ALWAYS & typeof IN_TOWN & typeof AT_REST)
  | (typeof AS_OTHERS_SAW)[number];
