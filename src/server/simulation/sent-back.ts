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

/** The sum of refunds that a bank sent back before the shop heard that they were made: staff pay another way. */
export const sentBackUnheard = (which: string) => refused(which, 'could not refund:%');

/** The same of a canceled order, with all that was refused for another reason before: it is owed, and given by an Admin. */
export const OWED_OF_CANCELED = `(${sentBackUnheard(`"order" = o.id and reason = 'order canceled'`)}
    + ${refused(`"order" = o.id and reason <> 'order canceled'`)})`;

/** The sum of refunds of an order `o` that somebody made by hand when it had been given back: staff are told of each. */
export const GIVEN_BY_HAND_AGAIN = `(
    select coalesce(sum(amount), 0) from refunds where "order" = o.id and idempotency_key like 'outside:%'
      and o.alert like '%A refund of ' || ${inDollars('amount')} || ' was made at the payment service%')`;

/** The sum that staff handed out of an order `o`, but in the place of the refund of a card. */
export const HANDED_OUT = `
    select sum(amount) as hand from payouts p where p."order" = o.id and not exists (
      select from given_back g where g.id = p.given and g.instead_of is not null)`;

/** The sum that came in by hand for an order `o`, whatever of it bounced since, less what went onto its owner's account. */
export const CAME_BY_HAND = `
    select coalesce(sum(amount), 0) as came from receipt_parts where "order" = o.id and reason <> 'bounced'`;
