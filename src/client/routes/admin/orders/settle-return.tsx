import { type FormEvent, useRef, useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { ASK_ADMIN, WaitsNote, waitsAbove } from '#client/features/office/waits-note.tsx';
import { WAY_WORDS } from '#client/features/office/way-words.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/admin/orders/money-dialogs.module.css';
import { hasNumber, possibleWays, usualWay } from '#client/routes/admin/orders/refund-ways.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import type { RefundWay } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { RETURN_DESK_NOTICES } from '#shared/office-messages.ts';
import { addMoney, formatMoney, lowestMoney, type Money, subtractMoney, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { settledSentence, settledWords } from '#shared/rules/return-words.ts';
import { spreadRefund } from '#shared/rules/returns.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';
import type { Return, ReturnWorth } from '#shared/schemas/returns.ts';

const FIELDS = ['fee', 'refund', 'refundTo', 'number'];

interface Props {
  made: Return;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Gives back what the goods were worth, less a fee, whichever way; says beforehand what goes where. */
export function SettleReturn({ made, onClose, onDone }: Props) {
  const worth = trpc.returns.worth.useQuery({ _id: made._id }, { staleTime: 0 });
  const left = trpc.refunds.look.useQuery({ order: made.order }, { staleTime: 0 });
  const failed = [worth, left].find(({ error }) => error);
  return (
    <KeptDialog open onClose={onClose} title={`Settle the return of order ${made.orderNumber}`}>
      {failed && <LoadError message={refusal(failed.error).message} onRetry={failed.refetch} />}
      {!failed && !(worth.data && left.data) && <p role="status">Loading…</p>}
      {worth.data && left.data && (
        <SettleForm
          {...{ made, onClose, onDone }}
          worth={worth.data}
          left={left.data}
          onStale={() => Promise.all([worth.refetch(), left.refetch()])}
        />
      )}
    </KeptDialog>
  );
}

function SettleForm({
  made,
  worth,
  left,
  onClose,
  onDone,
  onStale,
}: Props & { worth: ReturnWorth; left: RefundLook; onStale: () => unknown }) {
  const { client, refunds } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setWay] = useState<RefundWay | null>(null);
  const settle = useGiving(client.returns.update.mutate, {
    success: settled => RETURN_DESK_NOTICES.settled(settledWords(settled)),
    failure: RETURN_DESK_NOTICES.failed,
    after: async () => {
      await onDone();
      await refunds.invalidate();
    },
    show,
    onStale,
  });
  const inAll = addMoney(worth.money, worth.storeCredit);
  const { fee, refund, issues } = readTyped(typed, inAll);
  const back = spreadRefund({
    worth,
    granted: refund ?? (fee > 0 ? subtractMoney(inAll, lowestMoney(fee, inAll)) : null),
    ...{ open: worth.open, left: left.inAll },
  });
  const asked = refund ?? subtractMoney(inAll, lowestMoney(fee, inAll));
  const given = addMoney(back.refund, back.storeCredit);
  const isLess = given < asked;
  const ways = possibleWays(left);
  const way = chosen && ways.includes(chosen) ? chosen : usualWay(left, back.paidOut);
  const waits = issues.length === 0 && waitsAbove(given, left.alone);
  const isNothing = isLess && refund === null && given === 0;
  const canSettle = issues.length > 0 || (!isNothing && (back.paidOut === 0 || way !== null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(issues);
    if (issues.length > 0 || settle.isPending || !canSettle) return;
    settle.mutate({
      ...{ _id: made._id, status: 'Refunded', number: hasNumber(way) ? (typed.number ?? '').trim() : '' },
      seen: worth,
      ...(fee > 0 && { fee }),
      ...(refund !== null && { refund }),
      // Says what the dialog says: left out, it would be refused.
      ...(refund === null && isLess && { refund: given }),
      ...(back.paidOut > 0 && way && { refundTo: way }),
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
    <Form ref={form} className={layout.stack} onSubmit={submit}>
      <p>{`The goods were worth ${formatMoney(inAll)}, with tax.`}</p>
      <div className={layout.fields}>
        <TextField label="Restocking fee" inputMode="decimal" optional autoComplete="off" {...text('fee')} />
        <TextField
          label="Give back"
          inputMode="decimal"
          optional
          autoComplete="off"
          hint="Empty: all of it, less the fee."
          {...text('refund')}
        />
      </div>
      {back.paidOut > 0 && way && (
        <div className={layout.fields}>
          <SelectField
            label="How"
            name="refundTo"
            value={way}
            error={errors.refundTo ?? null}
            onChange={({ target }) => setWay(target.value as RefundWay)}
          >
            {ways.map(one => (
              <option key={one} value={one}>
                {WAY_WORDS[one]}
              </option>
            ))}
          </SelectField>
          {hasNumber(way) && <TextField label="Number" optional autoComplete="off" {...text('number')} />}
        </div>
      )}
      <p role="status" className={styles.sum}>
        {issues.length === 0 && canSettle && backWords(back, way, fee)}
        {issues.length === 0 && canSettle && isLess && ' No more is left of what was paid.'}
        {!canSettle &&
          `Nothing is left of what was paid that ${formatMoney(asked)} could go back from: give back less.`}
      </p>
      {waits && <WaitsNote />}
      <OtherErrors errors={errors} isShown={name => FIELDS.includes(name)} />
      <Choices onClose={onClose}>
        <Button type="submit" look="primary" busy={settle.isPending} unable={!canSettle}>
          {waits ? ASK_ADMIN : 'Settle'}
        </Button>
      </Choices>
    </Form>
  );
}

/** Reads fee and refund as they are typed; together they are no more than the goods were worth. */
function readTyped(typed: Readonly<Record<string, string>>, inAll: Money) {
  const issues: FieldIssue[] = [];
  const amount = (name: 'fee' | 'refund'): Money | null => {
    const words = (typed[name] ?? '').trim();
    const read = words === '' ? null : readMoney(words);
    if (words !== '' && read === null) issues.push({ path: [name], message: 'is not an amount of money' });
    return read;
  };
  const fee = amount('fee') ?? ZERO;
  const refund = amount('refund');
  if (fee > inAll)
    issues.push({
      path: ['fee'],
      message: `is more than the ${formatMoney(inAll)} that the goods were worth`,
    });
  else if (refund !== null && addMoney(refund, fee) > inAll)
    issues.push({
      path: ['refund'],
      message: `is more than the ${formatMoney(subtractMoney(inAll, fee))} left to give`,
    });
  return { fee, refund, issues };
}

/** Says where the money goes. */
const backWords = (
  { refund, paidOut, storeCredit }: ReturnType<typeof spreadRefund>,
  way: RefundWay | null,
  fee: Money,
): string => settledSentence({ refund, paidOut, refundTo: way, storeCredit, fee });
