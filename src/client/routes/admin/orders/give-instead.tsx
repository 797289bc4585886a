import { type FormEvent, useRef, useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { WAY_WORDS } from '#client/features/office/way-words.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { hasNumber } from '#client/routes/admin/orders/refund-ways.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';
import type { GiveInstead as Given, RefundLook } from '#shared/schemas/give-back.ts';

type Way = Given['way'];
const FIELDS = ['way', 'number', 'reason'];

interface Props extends DeedProps {
  owed: RefundLook['owed'][number];
  /** Whether anybody has store credit who could be given some. */
  hasAccount: boolean;
}

/** Gives another way what a refund to a card did not get to its customer. */
export function GiveInstead({ order, owed, hasAccount, onClose }: Props) {
  const { client, orders, refunds } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [typed, setTyped] = useState({ number: '', reason: '' });
  const [way, setWay] = useState<Way>('check');
  const amount = formatMoney(owed.amount);
  const number = hasNumber(way) ? typed.number.trim() : '';
  const read = () => Promise.all([orders.invalidate(), refunds.invalidate()]);
  const give = useGiving(client.refunds.giveInstead.mutate, {
    success: () => MONEY_NOTICES.givenInstead(amount, [REFUND_WAY_WORDS[way], number].join(' ').trim()),
    failure: MONEY_NOTICES.refundFailed,
    after: async () => {
      onClose();
      await read();
    },
    show,
    onStale: read,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.reason.trim();
    const issues = reason === '' ? [{ path: ['reason'], message: 'is required' }] : [];
    show(issues);
    if (issues.length === 0 && !give.isPending) give.mutate({ refund: owed.refund, way, number, reason });
  };
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(before => ({ ...before, [name]: target.value }));
      field(name).onChange();
    },
  });
  return (
    <KeptDialog open onClose={onClose} title={`Give ${amount} of order ${order.orderNumber} another way`}>
      <Form ref={form} className={layout.stack} onSubmit={submit}>
        <p>It can be given once, and is no longer sent to the card.</p>
        <div className={layout.fields}>
          <SelectField
            label="How"
            name="way"
            value={way}
            error={errors.way ?? null}
            onChange={({ target }) => setWay(target.value as Way)}
          >
            {WAYS.filter(one => one !== 'credit' || hasAccount).map(one => (
              <option key={one} value={one}>
                {WAY_WORDS[one]}
              </option>
            ))}
          </SelectField>
          {hasNumber(way) && <TextField label="Number" optional autoComplete="off" {...text('number')} />}
        </div>
        <TextArea label="Reason" rows={2} maxLength={500} {...text('reason')} />
        <OtherErrors errors={errors} isShown={name => FIELDS.includes(name)} />
        <Choices onClose={onClose}>
          <Button type="submit" look="primary" busy={give.isPending}>
            {`Give ${amount}`}
          </Button>
        </Choices>
      </Form>
    </KeptDialog>
  );
}

const WAYS: readonly Way[] = ['check', 'transfer', 'credit'];
