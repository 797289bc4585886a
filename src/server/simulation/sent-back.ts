/** The sum of what staff gave in the place of refunds `f` that did not get through. */
export const insteadOf = (which: string) => `(
      select coalesce(sum(g.amount), 0) from given_back g join refunds f on g.instead_of = f.id where ${which})`;

/** An act gave something in the place of the refund of a charge that was never its order's. */
export const OF_STRAY = `exists (select from given_back g join refunds f on g.instead_of = f.id where g.id = given
      and not exists (select from payment_allocations a where a.payment = f.payment))`;

/** An amount as the shop writes it. */
export const inDollars = (cents: string) => `('$' || to_char(${cents} / 100.0, 'FM999,990.00'))`;

/** The sum of refunds that were refused, in these words, as staff of the order `o` are told. */
const refused = (which: string, words = '') => `(
    select coalesce(sum(amount), 0) from refunds where ${which} and status = 'failed'
      and o.alert like '%A refund of ' || ${inDollars('amount')} || ' was refused%${words}')`;

/** Told of an amount for a day. */
const UNCONFIRMED = (cents: string) =>
  `'A refund of ' || ${inDollars(cents)} || ' has not been confirmed for a day.'`;
const LINES = `regexp_split_to_table(o.alert, E'\\n') line`;

/** Refunds that are open for longer than a day, and of which nobody is told; and alerts of one that is over. */
export const HANGING_UNTOLD = `
    select o.order_number || ': ' || r.amount || ' is ' || r.status || ' since ' || r.created_at from refunds r
    join orders o on o.id = r."order"
    where r.status in ('starting', 'unknown') and r.created_at < now() - interval '25 hours'
      and not exists (select from ${LINES} where line = ${UNCONFIRMED('r.amount')})
    union all select o.order_number || ': ' || line from orders o cross join lateral ${LINES}
    where line like '%has not been confirmed for a day%' and not exists (select from refunds r
      where r."order" = o.id and r.status in ('starting', 'unknown') and line = ${UNCONFIRMED('r.amount')})`;

/** Refunds that failed, of which nobody is told; neither asked for again, nor given another way. */
export const FAILED_UNTOLD = `
    select o.order_number || ': ' || count(*) || ' of ' || r.amount from refunds r join orders o on o.id = r."order"
    where r.status = 'failed' and not exists (select from given_back g where g.instead_of = r.id)
      and not exists (select from refunds f where f.payment = r.payment and f.id > r.id
        and (f.idempotency_key like regexp_replace(r.idempotency_key, ':[0-9]+$', '') || ':%'
          or f.idempotency_key ~ ('^refund:' || r.payment || ':' || r.reason || '(:[0-9]+)?$')))
    group by o.id, r.amount having count(*) > (select count(*) from ${LINES}
      where line like 'A refund of ' || ${inDollars('r.amount')} || ' was refused%')`;

/** The sum of refunds that a bank sent back before the shop heard that they were made: staff pay another way. */
export const sentBackUnheard = (which: string) => refused(which, 'could not refund:%');

/** The same of a canceled order, with all that was refused for another reason before: it is owed, and given by an Admin. */
export const OWED_OF_CANCELED = `(${sentBackUnheard(`"order" = o.id and reason = 'order canceled'`)}
    + ${refused(`"order" = o.id and reason <> 'order canceled'`)})`;

/** The sum of refunds of an order `o` that somebody made by hand when it had been given back: staff are told of each. */
export const GIVEN_BY_HAND_AGAIN = `(
    select coalesce(sum(amount), 0) from refunds where "order" = o.id and idempotency_key like 'outside:%'
      and o.alert like '%A refund of ' || ${inDollars('amount')} || ' was made at the payment service%')`;

/**
 * Sums what went back of the cards that an order `o` took: refunds; those refused or sent back, for which nothing was given
 * instead; and what banks took back for good, which of one of several parts of a charge is at least `lost`, and at most
 * `maybe_lost` more.
 */
export const BACK_OF_CARDS = `
    select coalesce(sum(least(p.amount, r.given)), 0) as given, coalesce(sum(r.back), 0) as back,
      coalesce(bool_or(r.by_hand), false) as by_hand, coalesce(sum(case when c.is_whole then l.most else 0 end), 0) as lost,
      coalesce(sum(case when c.is_whole then 0 else l.most end), 0) as maybe_lost
    from (select distinct a.payment from payment_allocations a where a."order" = o.id) a
    join payments p on p.id = a.payment
    join lateral (select ${insteadOf('f.payment = p.id')} as amount) i on true
    join lateral (select coalesce(sum(amount) filter (where status <> 'failed'), 0) as given,
        coalesce(sum(abs(amount)) filter (where status = 'failed' or reverses is not null), 0) - i.amount as back,
        bool_or(idempotency_key like 'outside:%') as by_hand
      from refunds where payment = p.id) r on true
    join lateral (select greatest(0, least(coalesce(sum(d.amount), 0), p.amount - r.given - i.amount)) as most
      from disputes d where d.payment = coalesce(p.batch, p.id) and d.status = 'lost') l on true
    join lateral (select p.batch is null and not exists (select from payments q where q.batch = p.id) as is_whole) c on true`;

/** The sum that staff handed out of an order `o`, but in the place of the refund of a card. */
export const HANDED_OUT = `
    select sum(amount) as hand from payouts p where p."order" = o.id and not exists (
      select from given_back g where g.id = p.given and g.instead_of is not null)`;

/** The sum that came in by hand for an order `o`, whatever of it bounced since, less what went onto its owner's account. */
export const CAME_BY_HAND = `
    select coalesce(sum(amount), 0) as came from receipt_parts where "order" = o.id and reason <> 'bounced'`;

/** The store credit that staff gave for an order `o`, less what they took back of it. */
export const GIFTS_OF_ORDER = `
    select coalesce(sum(amount), 0) as credit from store_credit_entries
    where "order" = o.id and (kind = 'granted' or given is not null) and not ${OF_STRAY}`;
