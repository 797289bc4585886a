import { type Bench, deedsOf, match, NOT_CHANGED } from '#server/simulation/deed-bench.ts';
import type { DeedOf } from '#server/simulation/deeds.ts';
import type { Add, Witnesses } from '#server/simulation/judge.ts';

const TOO_MUCH = 'an edit takes back what its order was paid too much';
const UNTOLD = 'a customer is told of each change, unless staff said no';

interface Edit {
  id: string;
  key: string;
  order: string;
  before: number;
  after: number;
  takenBack: number;
  /** The cents that its order was paid and let off by its end, and cost. */
  settled: number;
  cost: number;
  /** The cents of goods that it led from and to. */
  goods: [number, number];
  changes: Change[];
  email: string;
  /** The mail that told of it. */
  mail: string | null;
}

interface Amount {
  quantity: number;
  price: number;
}

/** A line that an edit made otherwise, took out or added. */
interface Change {
  productNum: string;
  before: Amount | null;
  after: Amount | null;
}

interface Line {
  order: string;
  id: string;
  variant: string;
  productNum: string;
  quantity: number;
  cents: number;
  source: string;
}

interface Order {
  id: string;
  number: number;
  total: number;
  coupon: string;
  method: string;
  shipping: number;
  /** The key of whoever asked for it. */
  key: string;
}

/** Compares the books with all changes of orders that staff made, whether they were told of them or not. */
export async function compareEdits(bench: Bench, sent: Witnesses['sent']): Promise<void> {
  const { select, add } = bench;
  const edits = await select<Edit>(`
    select e.id, e.key, e."order", e.total_before::int as before, e.total_after::int as after,
      e.taken_back::int as "takenBack", b.settled::int, b.cost::int, o.email,
      array[round((e.answer -> 'before' ->> 'subTotal')::numeric * 100),
        round((e.answer -> 'after' ->> 'subTotal')::numeric * 100)]::int[] as goods, e.answer -> 'changes' as changes,
      (select text from emails m where m.dedupe_key = 'order-changed:' || o.id || ':' || e.id) as mail
    from order_edits e join orders o on o.id = e."order" left join edit_book b on b.edit = e.id
    order by e.created_at, e.id`);
  const deeds = deedsOf(bench.deeds, 'edit');
  const asked = new Map(deeds.map(deed => [deed.key, deed]));
  match(bench, deeds, new Map(edits.map(edit => [edit.key, edit])), (deed, edit) => {
    compareOne(edit, deed, add);
    return edit.order === deed.order ? null : 'of another order';
  });
  const orders = await select<Order>(`
    select id, order_number::int as number, total::int as total, lower(coalesce(coupon_code, '')) as coupon,
      shipping_method as method, shipping::int as shipping, notes as key
    from orders o where exists (select from order_edits e where e."order" = o.id)`);
  const lines = await select<Line>(`
    select l."order", l.id, l.variant_id as variant, l.product_num as "productNum", l.quantity, l.price::int as cents,
      l.price_source as source
    from order_lines l where l.price_source <> 'free' and exists (select from order_edits e where e."order" = l."order")`);
  const tiers = await select<{ under: number; cents: number }>(
    `select price::int as under, cost::int as cents from shipping_tiers order by position`,
  );
  for (const order of orders) {
    const its = edits.filter(one => one.order === order.id);
    const steps = its.map(edit => ({ edit, deed: asked.get(edit.key) }));
    const wrong = (what: string) => add(NOT_CHANGED, `${order.number}: ${what}`);
    compareCourse(order, steps, sent?.get(order.key)?.asked, { tiers, wrong });
    const there = lines.filter(line => line.order === order.id);
    comparePricesKept(steps, there, wrong);
    const last = steps.at(-1)?.deed;
    if (last) compareLines(last, there, wrong);
  }
}

function compareOne(edit: Edit, deed: DeedOf<'edit'>, add: Add): void {
  const { after, cost, settled, takenBack, email, mail } = edit;
  if (after !== deed.cents) add(NOT_CHANGED, `it came to ${after}: ${JSON.stringify(deed)}`);
  if (cost !== after || (takenBack > 0 ? settled !== cost : settled > cost))
    add(TOO_MUCH, `of ${cost} were paid ${settled} once ${takenBack} were taken back: ${edit.id}`);
  const dollars = (after / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const isTold = mail?.includes(dollars) ?? false;
  if (isTold !== (deed.isMailed && email !== '')) add(UNTOLD, `${edit.id} (${deed.isMailed}): ${mail}`);
}

interface Step {
  edit: Edit;
  deed: DeedOf<'edit'> | undefined;
}

/** Looks at what edits made of an order one after the other: its total, coupon and shipping. */
function compareCourse(
  { total, coupon, method, shipping }: Order,
  steps: readonly Step[],
  placed: { couponCode: string; shippingMethod: string } | undefined,
  { tiers, wrong }: { tiers: readonly { under: number; cents: number }[]; wrong: (what: string) => void },
): void {
  const [first] = steps;
  if (!first || !placed) return;
  let [way, goods] = [placed.shippingMethod, first.edit.goods[0]];
  let coupons = new Set([placed.couponCode.toLowerCase(), '']);
  let cents = first.edit.before;
  for (const { edit, deed } of steps) {
    if (edit.before !== cents) wrong(`an edit began at ${edit.before}, not at ${cents}`);
    cents = edit.after;
    if (!deed) return;
    way = deed.method;
    if (deed.isShippedAnew) [, goods] = edit.goods;
    const asked = deed.coupon?.toLowerCase();
    // One that it had already may fall by what is changed; another is refused where it gives nothing.
    if (asked === undefined) coupons.add('');
    else coupons = new Set(asked !== '' && coupons.has(asked) ? [asked, ''] : [asked]);
  }
  if (total !== cents) wrong(`it costs ${total}, not ${cents}`);
  if (!coupons.has(coupon)) wrong(`its coupon is ${coupon}, not ${[...coupons].join(' or ')}`);
  if (method !== way) wrong(`it goes by ${method}, not ${way}`);
  const { cents: most = 0 } = tiers.at(-1) ?? {};
  const due =
    way === 'local' || goods === 0 ? 0 : (tiers.slice(0, -1).find(tier => goods < tier.under)?.cents ?? most);
  if (shipping !== due) wrong(`it is shipped for ${shipping}, not ${due}`);
}

/** Looks at prices that no edit may have touched: those that staff named stay, and so do those of lines that stay as they are. */
function comparePricesKept(
  steps: readonly Step[],
  there: readonly Line[],
  wrong: (what: string) => void,
): void {
  const named = new Map(
    steps.flatMap(({ deed }) =>
      (deed?.lines ?? []).flatMap(({ _id, cents }) => (cents === null ? [] : [[_id, cents] as const])),
    ),
  );
  for (const { id, cents, source } of there) {
    const due = named.get(id);
    if (due !== undefined && (cents !== due || source !== 'override'))
      wrong(`${id} costs ${cents} by ${source}, not ${due}`);
  }
  for (const { edit, deed } of steps) {
    const touched = (deed?.lines ?? []).flatMap(({ _id, cents }) =>
      cents === null ? [] : (there.find(({ id }) => id === _id)?.productNum ?? null),
    );
    // A line that is gone by now may be of any of them.
    if (!deed || touched.includes(null)) continue;
    for (const { productNum, before, after } of edit.changes) {
      if (!before || !after || before.quantity !== after.quantity || touched.includes(productNum)) continue;
      // Its price may hang on how many there are.
      const isFewer = edit.changes.some(
        one => one.productNum === productNum && (one.after?.quantity ?? 0) < (one.before?.quantity ?? 0),
      );
      if (!isFewer) wrong(`${productNum} stays as it is, for ${after.price} and not ${before.price}`);
    }
  }
}

/** Compares the lines of an order with those that its last edit asked for. */
function compareLines(
  { lines, added }: DeedOf<'edit'>,
  there: readonly Line[],
  wrong: (what: string) => void,
): void {
  for (const { _id, quantity } of lines) {
    const line = there.find(({ id }) => id === _id);
    if (line?.quantity !== quantity) wrong(`${_id} is ${line?.quantity}, not ${quantity}`);
  }
  const wordsOf = (variant: string, quantity: number) => `${quantity} of ${variant}`;
  const more = there
    .filter(({ id }) => !lines.some(({ _id }) => _id === id))
    .map(({ variant, quantity }) => wordsOf(variant, quantity));
  const wanted = added.map(({ variantId, quantity }) => wordsOf(variantId, quantity));
  if (more.sort().join() !== wanted.sort().join())
    wrong(`it has ${more.join(' and ')} more, not ${wanted.join(' and ')}`);
}
