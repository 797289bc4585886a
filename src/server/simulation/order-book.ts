/** Transactions meet, so what is read by the end of one may be newer than what it knew when it looked. */
const MEET = `coalesce(current_setting('simulation.is_rush', true), '') <> ''`;

/**
 * Selects orders that money which comes in must know of: where transactions meet those that the same one wrote, and those
 * that nobody has written for a minute. Another may have become open while it waited for a lock.
 */
const KNOWN = `(not ${MEET} or xmin::text = pg_current_xact_id()::text or updated_at < now() - interval '1 minute')`;

/**
 * Records each change of an order's status and each payment that is begun for it, in their order: between a commit and
 * the look at what it left, another one may commit. And of each edit what its order cost and was paid by the end of its
 * transaction; of each charge on account what its company owed with it; of money by hand what of it pays nothing, and
 * what its owner has still to pay; and of goods that money is given back for what they were worth.
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
  create trigger note_payment after insert on payments for each row execute function note_payment();
  create table edit_book (edit uuid, cost bigint, settled bigint);
  create function note_edit() returns trigger language plpgsql as $$ begin
    insert into edit_book select new.id, total, amount_paid + amount_credited from orders where id = new."order";
    return null;
  end $$;
  create constraint trigger note_edit after insert on order_edits deferrable initially deferred
    for each row execute function note_edit();
  create table account_book ("order" uuid, edit uuid, owed bigint, most bigint);
  create function note_charge() returns trigger language plpgsql as $$ begin
    insert into account_book select new."order", new.edit, sum(e.amount), c.credit_limit
      from companies c join account_entries e on e.company = c.id where c.id = new.company
        and not exists (select from order_edits where id = new.edit and total_after <= total_before) group by c.id;
    return null;
  end $$;
  create trigger note_charge after insert on account_entries
    for each row when (new.amount > 0 and new.kind in ('charge', 'edit')) execute function note_charge();
  create table money_book (key uuid, kept bigint, open bigint);
  create function open_of(its_company uuid, its_user uuid) returns bigint language sql as $$
    select coalesce(sum(greatest(0, case when status = 'Canceled' then -amount_paid
        else total - amount_paid - amount_credited end)), 0)
      from orders where case when its_company is null then "user" = its_user and company is null
          else company = its_company end
        and not paid and status <> 'Held' and ${KNOWN} $$;
  create function note_receipt() returns trigger language plpgsql as $$ begin
    insert into money_book select new.key,
      new.amount - (select coalesce(sum(amount), 0) from receipt_parts where receipt = new.id),
      open_of(new.company, new."user");
    return null;
  end $$;
  create constraint trigger note_receipt after insert on receipts deferrable initially deferred
    for each row execute function note_receipt();
  create function note_use() returns trigger language plpgsql as $$ begin
    insert into money_book select new.key, coalesce(sum(k.amount - p.paid) filter (where not p.was_taken_back), 0),
      open_of(o.company, o."user")
      from (select r.company, r."user" from receipt_parts p join receipts r on r.id = p.receipt where p.use = new.id limit 1) o
      join receipts k on k.bounced_at is null and coalesce(k.company, k."user") = coalesce(o.company, o."user")
      cross join lateral (select coalesce(sum(amount), 0) as paid, coalesce(bool_or(
          ${MEET} and reason <> 'paid' and created_at > now() - interval '1 minute'), false) as was_taken_back
        from receipt_parts where receipt = k.id) p
      group by o.company, o."user";
    return null;
  end $$;
  create constraint trigger note_use after insert on account_uses deferrable initially deferred
    for each row execute function note_use();
  create table goods_book (given uuid, worth numeric, lines bigint, is_twice boolean);
  create function note_goods() returns trigger language plpgsql as $$ begin
    insert into goods_book select new.id, sum(u.quantity * (l.price * l.quantity - l.item_discount + l.item_tax
        - l.item_credit - b.paid)::numeric / nullif(l.quantity - b.units, 0)), count(*),
      bool_or(b.units + (select sum(quantity) from given_units where line = l.id) > l.quantity)
      from given_units u join order_lines l on l.id = u.line
      cross join lateral (select coalesce(sum(t.received), 0) as units,
          coalesce(sum(l.price * t.received - t.item_discount + t.item_tax - t.item_credit), 0) as paid
        from return_lines t join returns r on r.id = t."return" where t.line = l.id and r.status = 'Refunded') b
      where u.given = new.id having count(*) > 0;
    return null;
  end $$;
  create constraint trigger note_goods after insert on given_back deferrable initially deferred
    for each row when (new.cause = 'goodwill') execute function note_goods()`;
