/** The ways that an order may go, as the shop's rules have them (O6): written down here again, for the judge to compare. */
const ORDER_WAYS = {
  Held: ['Submitted', 'Canceled'],
  Submitted: ['Processing', 'Canceled'],
  Processing: ['Ready', 'Shipped', 'Canceled'],
  Ready: ['Shipped', 'Completed', 'Canceled'],
  Shipped: ['Completed'],
};
const thereAre = Object.entries(ORDER_WAYS).flatMap(([was, ways]) => ways.map(now => `('${was}', '${now}')`));

/** Shares of lines stand, and the rest has to go with them, once an order was edited after a return of it was paid. */
const ODD_CENTS = `case when exists (select from order_edits e where e."order" = o.id)
      and exists (select from returns r where r."order" = o.id and r.status = 'Refunded')
      then (select count(*) from order_lines l where l."order" = o.id) else 0 end`;

/**
 * Promises that a simulated shop alone can be asked, after each commit: it keeps that book, its settings stay as they are,
 * and its coupons take so much per cent off whole orders.
 */
export const IN_TOWN = {
  'an order is taxed as the shop says': `
    select o.order_number || ' is taxed ' || o.tax from orders o cross join site_settings s
    left join companies c on c.id = o.company
    where abs(o.tax - round(coalesce(nullif(o.sub_total - o.store_credit, 0), o.sub_total)
      * case when c.tax_exempt then 0 else s.tax end)) > ${ODD_CENTS}`,
  'an order is shipped for what the shop says': `
    select o.order_number || ' (' || o.shipping_method || ') is shipped for ' || o.shipping from orders o
    where not exists (select from order_edits e where e."order" = o.id) and o.shipping <> case when o.shipping_method = 'local' or o.sub_total = 0 then 0 else coalesce(
      (select cost from shipping_tiers where position < 5 and o.sub_total < price order by position limit 1),
      (select cost from shipping_tiers where position = 5)) end`,
  'an order is as much cheaper as its coupon says': `
    select o.order_number || ' of ' || o.sub_total || ' is ' || o.discount || ' cheaper' from orders o
    left join coupons c on lower(c.code) = lower(o.coupon_code)
    join lateral (select coalesce(sum(price * quantity), 0) as worth, coalesce(sum(item_discount), 0) as off
      from order_lines where "order" = o.id and units_before_coupon > 0) b on true
    where abs(o.discount - b.off - (o.sub_total - b.worth) * coalesce(c.value, 0) / 100)
      > (select count(*) from order_lines l where l."order" = o.id) + ${ODD_CENTS}`,
  'a set costs no more than its parts, less what it says': `
    select o.order_number || ': a set for ' || l.price || ' of parts for ' || b.parts
    from order_lines l join orders o on o.id = l."order"
    join lateral (select sum(price * quantity) as parts, count(*) as many from order_bundle_items where line = l.id) b
      on true
    where l.is_bundle and l.price_source not in ('quoted', 'override')
      and l.price - b.parts * (1 - l.bundle_discount_per / 100) > b.many`,
  'an order goes only ways that there are': `
    select o.order_number || ': ' || b.was || ' → ' || b.became from order_book b join orders o on o.id = b."order"
    where b.was is not null and (b.was, b.became) not in (values ${thereAre.join(', ')})`,
  // Each line is rounded, beside what went back of it before.
  'goods that money is given back for are worth it, once': `
    select o.order_number || ' got ' || g.amount || ' for goods of ' || coalesce(round(b.worth, 1)::text, 'nothing')
    from goods_book b join given_back g on g.id = b.given join orders o on o.id = g."order"
    where b.is_twice or b.worth is null or abs(g.amount - g.shipping - b.worth) > 2 * b.lines`,
  'no payment is begun for an order that is gone': `
    select o.order_number || ', ' || p.nth - w.nth || ' steps after it was canceled'
    from order_book p join order_book w on w."order" = p."order" join orders o on o.id = p."order"
    where p.became = 'payment' and w.became = 'Canceled' and p.nth > w.nth`,
} satisfies Record<string, string>;
