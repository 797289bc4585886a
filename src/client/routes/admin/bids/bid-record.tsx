import { type FormEvent, useEffect, useRef, useState } from 'react';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { Panel, RecordColumns } from '#client/features/office/record-page.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/admin/bids/bid.module.css';
import { BidPrices } from '#client/routes/admin/bids/bid-prices.tsx';
import { warningsOf } from '#client/routes/admin/bids/price-rows.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { MOMENT } from '#client/ui/moment.ts';
import note from '#client/ui/note.module.css';
import { useLeaveGuard } from '#client/ui/record/leave-guard.tsx';
import type { FieldIssue } from '#shared/errors.ts';
import { BID_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import { longDate, PAYMENT_WORDS, SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { endOfShopDay } from '#shared/rules/shop-days.ts';
import type { Bid } from '#shared/schemas/bids.ts';
import type { QuoteCart } from '#shared/schemas/carts.ts';
import type { Today } from '#shared/schemas/receipts.ts';

const DAYS = 14;

/** Prices a bid: beside each price the customer's own of today, and the margin of the one that is named. */
export function BidRecord({ bid, day }: { bid: Bid; day: Today }) {
  const { client, carts } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => typedOf(bid, day));
  /** Is what is stored, or was sent last. */
  const [begun, setBegun] = useState(typed);
  useLeaveGuard(changesOf(bid, begun, typed), () => setTyped(begun));
  /** Is the cart's as it was looked at: what others write later is told, and takes nothing away that was typed. */
  const [version, setVersion] = useState(bid.version);
  const [isRefused, setRefused] = useState(false);
  const readAgain = () => carts.invalidate();
  const quote = useGiving(
    async (said: QuoteCart) => {
      const answer = await client.carts.quote.mutate(said);
      setVersion(answer.version);
      return answer;
    },
    {
      success: () => BID_NOTICES.quoted,
      failure: BID_NOTICES.quoteFailed,
      after: readAgain,
      onStale: readAgain,
      // Below, by what was sent.
      show: () => undefined,
    },
  );
  const { said, issues } = quoteOf({ ...bid, version }, typed, day);
  const warnings = warningsOf(bid, typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(issues);
    if (issues.length > 0 || quote.isPending) return;
    quote.mutate(said, {
      onSuccess: () => setBegun(typed),
      onError: error => {
        const { reason, issues: found } = refusal(error);
        setRefused(reason === 'stale');
        if (reason === 'waits_for_admin') setBegun(typed);
        show(found.map(inForm(said)));
      },
    });
  };
  const text = (name: string) => ({
    value: typed[name] ?? '',
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(before => ({ ...before, [name]: target.value }));
      field(name).onChange();
    },
  });
  return (
    <>
      <h1>{bid.orderName || 'Cart without a name'}</h1>
      {bid.waits && (
        <p className={note.note} role="status">
          {`A quote that ${bid.waits.askedBy || 'somebody'} asked for waits for an Admin since ${MOMENT.format(new Date(bid.waits.createdAt))}. Another one takes its place.`}
        </p>
      )}
      {bid.version > version && (
        <Changed
          bid={bid}
          timeZone={day.timeZone}
          isRefused={isRefused}
          onTheirs={() => {
            setTyped(typedOf(bid, day));
            setBegun(typedOf(bid, day));
            setVersion(bid.version);
          }}
          onMine={() => setVersion(bid.version)}
        />
      )}
      <RecordColumns
        beside={
          <Panel title="About this bid">
            <Facts facts={[...factsOf(bid, day), ...keptOf(bid)]} />
            <div className={`${layout.stack} ${styles.links}`}>
              <p>
                <RecordLink to={recordHref('person', bid.user)}>{bid.name || bid.email}</RecordLink>
              </p>
              {bid.company && (
                <p>
                  <RecordLink to={recordHref('company', bid.company)}>{bid.businessName}</RecordLink>
                </p>
              )}
              {holds(bid) ? (
                <p>
                  <a href={`/carts/${bid._id}/quote.pdf`}>Quote as PDF</a>
                </p>
              ) : (
                <p className="muted">The quote is there as a PDF once its prices are sent, until it ends.</p>
              )}
            </div>
          </Panel>
        }
      >
        <Form ref={form} onSubmit={submit}>
          <Panel title="Prices">
            <BidPrices bid={bid} typed={typed} text={text} />
          </Panel>
          <Panel title="Answer">
            <div className={layout.stack}>
              <div className={layout.fields}>
                <TextField label="End date" type="date" hint="Valid through this date." {...text('until')} />
                <TextField
                  label="Freight"
                  inputMode="decimal"
                  optional
                  autoComplete="off"
                  {...text('freight')}
                />
              </div>
              {bid.bidNotes && (
                <figure className={styles.words}>
                  <figcaption>{`${bid.name || bid.email} asked:`}</figcaption>
                  <blockquote>{bid.bidNotes}</blockquote>
                </figure>
              )}
              <TextArea
                label="Message to the customer"
                rows={4}
                maxLength={2000}
                optional
                {...text('quoteNotes')}
              />
              <OtherErrors errors={errors} isShown={name => isField(bid, name)} />
              <Warnings warnings={warnings} />
              <p>
                <Button type="submit" look="primary" busy={quote.isPending}>
                  {bid.state === 'quoted' ? 'Send these prices instead' : 'Send the quote'}
                  {warnings.length > 0 && ' anyway'}
                </Button>
              </p>
            </div>
          </Panel>
        </Form>
      </RecordColumns>
    </>
  );
}

/** Says beside the button what the shop would lose by the quote, or could not deliver of it now. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <div role="status">
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map(words => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChangedProps {
  bid: Bid;
  timeZone: string;
  /** It was sent, far below: whoever did is led here. */
  isRefused: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Says that somebody else wrote to a bid while it was priced here, and how it stands by now. */
function Changed({ bid, timeZone, isRefused, onTheirs, onMine }: ChangedProps) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRefused) part.current?.focus();
  }, [isRefused]);
  const until = bid.quotedUntil && longDate(shopDate(new Date(bid.quotedUntil), timeZone));
  const prices = bid.prices.flatMap(({ variantId, quoted }) => {
    const line = bid.cart.find(one => one.variantId === variantId);
    return quoted === null || !line ? [] : `${line.productNum || line.name} ${formatMoney(quoted)}`;
  });
  const now =
    bid.state === 'quoted' ? `It is quoted until ${until}: ${prices.join(', ')}.` : 'It waits for prices.';
  return (
    <section
      ref={part}
      tabIndex={-1}
      className={note.note}
      role="alert"
      aria-label="Changed by somebody else"
    >
      <p>
        <b>Somebody else changed this in the meantime.</b> {`${now} Your changes are kept.`}
      </p>
      <p className={styles.choices}>
        <Button size="small" onClick={onTheirs}>
          Take theirs
        </Button>
        <Button size="small" onClick={onMine}>
          Keep mine
        </Button>
      </p>
    </section>
  );
}

function factsOf(
  { email, quoteNotes, quotedUntil, updatedAt, state }: Bid,
  { timeZone }: Today,
): [string, string][] {
  return [
    ['State', state === 'quoted' ? 'Quoted' : 'Waits for prices'],
    ['Answered before', state === 'quoted' ? '' : quoteNotes],
    ['Holds until', quotedUntil ? longDate(shopDate(new Date(quotedUntil), timeZone)) : ''],
    ['Last changed', MOMENT.format(new Date(updatedAt))],
    ['Email', email],
  ];
}

/** Tells what the bid says of the order that it is to become, by its customer or by whoever kept it for them. */
const keptOf = (bid: Bid): [string, string][] => [
  ['PO number', bid.poNumber],
  ['Delivery', SHIPPING_WORDS[bid.shippingMethod].name],
  [
    'Ship to',
    [bid.shippingAddress, bid.shippingCity, bid.shippingState, bid.shippingZip].filter(Boolean).join(', '),
  ],
  ['Requested for', bid.deliveryDate ? longDate(bid.deliveryDate) : ''],
  ['Payment', bid.paymentType ? PAYMENT_WORDS[bid.paymentType].name : ''],
  ['Coupon', bid.couponCode],
  ['Notes', bid.notes],
];

/** Only then the paper says the prices that were quoted, and not today's. */
const holds = ({ state, quotedUntil }: Bid) =>
  state === 'quoted' && quotedUntil !== null && Date.parse(quotedUntil) > Date.now();

function typedOf(
  { prices, quotedUntil, quotedShipping, quoteNotes, state }: Bid,
  { today, timeZone }: Today,
): Record<string, string> {
  const until = quotedUntil && shopDate(new Date(quotedUntil), timeZone);
  return {
    ...Object.fromEntries(
      // Left blank, the price that they pay anyway holds all the same.
      prices.flatMap(({ variantId, quoted, ours }) =>
        quoted === null || quoted === ours ? [] : [[`price ${variantId}`, quoted.toFixed(2)]],
      ),
    ),
    until: until && until >= today ? until : addDays(today, DAYS),
    freight: quotedShipping === null ? '' : quotedShipping.toFixed(2),
    // Whoever asks again was answered by it already.
    quoteNotes: state === 'quoted' ? quoteNotes : '',
  };
}

/** Names what is typed over, by its field. */
function changesOf(bid: Bid, begun: Typed, typed: Typed): string[] {
  const isOver = (name: string) => (begun[name] ?? '') !== (typed[name] ?? '');
  const isPriced = bid.prices.some(({ variantId }) => isOver(`price ${variantId}`));
  const names = Object.entries(NAMES).flatMap(([name, words]) => (isOver(name) ? [words] : []));
  return [...(isPriced ? ['prices'] : []), ...names];
}

type Typed = Readonly<Record<string, string>>;

const NAMES = { until: 'end date', freight: 'freight', quoteNotes: 'message' };

/** Makes of what is typed what is sent; a price that is left empty is the customer's own of today, which holds as well. */
function quoteOf(
  { _id, version, prices }: Bid,
  typed: Readonly<Record<string, string>>,
  { today, timeZone }: Today,
): { said: QuoteCart; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  const amount = (name: string): Money | null => {
    const words = (typed[name] ?? '').trim();
    const read = words === '' ? null : readMoney(words);
    if (words !== '' && read === null) issues.push({ path: [name], message: 'is not an amount of money' });
    return read;
  };
  const named = prices.flatMap(({ variantId }) => {
    const price = amount(`price ${variantId}`);
    return price === null ? [] : [{ variantId, price }];
  });
  const quotedShipping = amount('freight');
  const until = typed.until ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) issues.push({ path: ['until'], message: 'is required' });
  else if (until < today) issues.push({ path: ['until'], message: 'is in the past' });
  const quotedUntil = issues.length === 0 ? endOfShopDay(until, timeZone).toISOString() : '';
  return {
    said: {
      ...{ _id, version, prices: named, quotedUntil, quotedShipping },
      quoteNotes: (typed.quoteNotes ?? '').trim(),
    },
    issues,
  };
}

const FIELDS: Record<string, string> = {
  quotedUntil: 'until',
  quotedShipping: 'freight',
  quoteNotes: 'quoteNotes',
};

/** Puts what the server says of a quote beside the field that it was made of. */
const inForm =
  ({ prices }: QuoteCart) =>
  ({ path: [first = '', nth], message }: FieldIssue): FieldIssue => {
    const priced = first === 'prices' && typeof nth === 'number' ? prices[nth]?.variantId : undefined;
    return { path: [priced ? `price ${priced}` : (FIELDS[first] ?? first)], message };
  };

const isField = ({ prices }: Bid, name: string) =>
  Object.values(FIELDS).includes(name) || prices.some(({ variantId }) => name === `price ${variantId}`);
