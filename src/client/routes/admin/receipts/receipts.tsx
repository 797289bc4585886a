import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { RECEIPT_WORDS } from '#client/features/office/payment-words.ts';
import { Pays } from '#client/features/office/pays.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/admin/receipts/receipts.module.css';
import { TakeReceiptBack } from '#client/routes/admin/receipts/take-receipt-back.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import cards from '#client/ui/card-rows.module.css';
import { TextField } from '#client/ui/field.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { dayIn } from '#client/ui/list/day-in.ts';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { RECEIPT_METHODS, type ReceiptMethod } from '#shared/enumerations.ts';
import { formatMoney, type Money, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';

const METHODS: Record<ReceiptMethod, string> = { check: 'Checks', cash: 'Cash', transfer: 'Transfers' };

/** A year that is being typed is 0002, 0020 and 0202 before it is one. */
const isYearWhole = (day: string) => day >= '1900';

/** Shows /admin/receipts: the deposit list of a day of the shop, to be printed and taken to the bank. */
export function Component() {
  const address = useListAddress();
  const asked = dayIn(address.of('on')) ?? null;
  const day = trpc.receipts.today.useQuery(undefined, { staleTime: 0, enabled: asked === null });
  const on = asked ?? day.data?.today ?? '';
  const answer = trpc.receipts.list.useQuery({ on }, { staleTime: 0, enabled: on !== '' });
  return (
    <>
      <PageHead title="Deposits" description="What came in without a card." hidden />
      <h1>{on ? `Deposits of ${longDate(on)}` : 'Deposits'}</h1>
      <div className={`${styles.day} no-print`}>
        <TextField
          key={on}
          label="Day"
          name="on"
          type="date"
          optional="plainly"
          defaultValue={on}
          onChange={({ target }) => isYearWhole(target.value) && address.change({ on: target.value })}
        />
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      {on === '' && day.error && <LoadError message={refusal(day.error).message} onRetry={day.refetch} />}
      {on === '' && !day.error && <p role="status">Loading…</p>}
      {on !== '' && (
        <Answered answer={answer} failure={error => refusal(error).message}>
          {({ receipts, takenBack, sum, handedBack }) => (
            <>
              {receipts.length === 0 && <p>Nothing came in on this day.</p>}
              <Sums {...{ receipts, takenBack, sum }} handedBack={handedBack ?? ZERO} />
              {receipts.length + takenBack.length > 0 && <ReceiptTable {...{ receipts, takenBack }} />}
            </>
          )}
        </Answered>
      )}
    </>
  );
}

interface OfDay {
  receipts: readonly Receipt[];
  /** Those that were taken back on the day, whenever they came. */
  takenBack: readonly Receipt[];
}

interface SumsProps extends OfDay {
  sum: Money;
  /** Cash that left the till. */
  handedBack: Money;
}

const sumOf = (receipts: readonly Receipt[]) => sumMoney(receipts.map(({ amount }) => amount));
const minus = (amount: Money) => formatMoney(subtractMoney(ZERO, amount));

function Sums({ receipts, takenBack, sum, handedBack }: SumsProps) {
  if (receipts.length === 0 && takenBack.length === 0 && handedBack === 0) return null;
  return (
    <dl className={styles.sums}>
      {RECEIPT_METHODS.map(method => (
        <SumOf
          key={method}
          words={METHODS[method]}
          receipts={receipts.filter(one => one.method === method)}
          format={formatMoney}
        />
      ))}
      <SumOf words="Bounced" receipts={takenBack.filter(({ mistake }) => !mistake)} format={minus} />
      <SumOf
        words="Entered by mistake"
        receipts={takenBack.filter(({ mistake }) => mistake)}
        format={minus}
      />
      <div className={styles.all}>
        <dt>All</dt>
        <dd>{formatMoney(sum)}</dd>
      </div>
      {handedBack > 0 && (
        <div>
          <dt>Cash handed back</dt>
          <dd>{formatMoney(handedBack)}</dd>
        </div>
      )}
    </dl>
  );
}

interface SumOfProps {
  words: string;
  receipts: readonly Receipt[];
  format: (sum: Money) => string;
}

/** Counts and sums receipts of a kind; nothing where there are none. */
function SumOf({ words, receipts, format }: SumOfProps) {
  if (receipts.length === 0) return null;
  return (
    <div>
      <dt>{`${words} (${receipts.length})`}</dt>
      <dd>{format(sumOf(receipts))}</dd>
    </div>
  );
}

function ReceiptTable({ receipts, takenBack }: OfDay) {
  const isAdmin = useUser()?.permissionLevel === 'Admin';
  const [asked, setAsked] = useState<ComponentProps<typeof TakeReceiptBack>['asked'] | null>(null);
  return (
    <Scrolling className={styles.scroll} label="Receipts">
      <table className={`${cards.cards} ${styles.receipts}`}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Method</th>
            <th scope="col">Number</th>
            <th scope="col">Pays</th>
            <th scope="col">Amount</th>
            <th scope="col" className="no-print">
              <span className="visually-hidden">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {receipts.map(receipt => (
            <tr key={receipt._id}>
              <Cells receipt={receipt} amount={formatMoney(receipt.amount)} />
              <td className="no-print">
                {receipt.bouncedAt === null && (
                  <span className={styles.acts}>
                    {receipt.method !== 'cash' && (
                      <Button size="small" onClick={() => setAsked({ receipt, why: 'bounced' })}>
                        Mark as bounced
                      </Button>
                    )}
                    {isAdmin && (
                      <Button size="small" onClick={() => setAsked({ receipt, why: 'mistake' })}>
                        Entered by mistake
                      </Button>
                    )}
                  </span>
                )}
              </td>
            </tr>
          ))}
          {takenBack.map(receipt => (
            <tr key={`back ${receipt._id}`}>
              <Cells receipt={receipt} amount={minus(receipt.amount)}>
                <small>{`Received on ${longDate(receipt.receivedOn)}`}</small>
              </Cells>
              <td className="no-print" />
            </tr>
          ))}
        </tbody>
      </table>
      {asked && <TakeReceiptBack asked={asked} onClose={() => setAsked(null)} />}
    </Scrolling>
  );
}

function Cells({ receipt, amount, children }: { receipt: Receipt; amount: string; children?: ReactNode }) {
  return (
    <>
      <th scope="row">
        <From receipt={receipt} />
        {children}
        {receipt.note && <small>{receipt.note}</small>}
      </th>
      <td>{RECEIPT_WORDS[receipt.method]}</td>
      <td>{receipt.number}</td>
      <td>
        <Pays receipt={receipt} />
      </td>
      <td>{amount}</td>
    </>
  );
}

function From({ receipt: { company, user, from } }: { receipt: Receipt }) {
  if (company) return <Link to={recordHref('company', company)}>{from}</Link>;
  return user ? <Link to={recordHref('person', user)}>{from}</Link> : from || 'Somebody at the counter';
}
