/**
 * Records each change of an order's status and each payment that is begun for it, in their order: between a commit and
 * the look at what it left, another one may commit. And of each edit what its order cost and was paid by the end of its
 * transaction; of each charge on account what its company owed with it.
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
    for each row when (new.amount > 0 and new.kind in ('charge', 'edit')) execute function note_charge()`;
