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
