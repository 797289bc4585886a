import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import styles from '#client/features/office/item-field.module.css';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { MAX_NUMBERS } from '#shared/constants.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { listQuantity, readOrderList } from '#shared/rules/order-list.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

export interface Item {
  variant: FoundVariant;
  quantity: number;
}

interface Props {
  /** Whose own numbers and prices count. */
  owner: { user?: string; company?: string };
  onAdd: (items: Item[]) => void;
  /** Focuses the field. */
  handle?: Ref<{ focus: () => void }>;
}

/** Rows that nothing has the number of, as they were typed, and what may be meant by the first. */
interface Unknown {
  text: string;
  similar: readonly FoundVariant[];
  quantity: number;
  why: string;
}

const MAX_OFFERED = 3;

/**
 * One field for a number, the customer's own number, a pasted list or a scan, each with a quantity or without. What was
 * found is added, and the field is empty and has the focus for the next; what was not stays in it, with the nearest.
 */
export function ItemField({ owner, onAdd, handle }: Props) {
  const { client } = trpc.useUtils();
  const field = useRef<HTMLDivElement>(null);
  const list = useId();
  const [text, setText] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [unknown, setUnknown] = useState<Unknown | null>(null);
  const focus = () => field.current?.querySelector('textarea')?.focus();
  useImperativeHandle(handle, () => ({ focus }));

  const look = async () => {
    const rows = readOrderList(text).slice(0, MAX_NUMBERS);
    if (rows.length === 0 || isAsking) return focus();
    setAsking(true);
    try {
      const numbers = rows.map(({ number }) => number.trim() || '?');
      const matches = await client.variants.match.mutate({ ...owner, numbers });
      const judged = rows.map((row, index) => ({
        row,
        match: matches[index],
        quantity: listQuantity(row.quantity),
      }));
      const found = judged.flatMap(({ match, quantity }) =>
        match?.variant && quantity !== null ? [{ variant: match.variant, quantity }] : [],
      );
      if (found.length > 0) onAdd(found);
      const left = judged.filter(({ match, quantity }) => !match?.variant || quantity === null);
      setText(left.map(({ row }) => `${row.number} ${row.quantity}`.trim()).join('\n'));
      const [first] = left;
      setUnknown(
        first
          ? {
              text: first.row.number,
              similar: first.match?.variant ? [] : (first.match?.similar.slice(0, MAX_OFFERED) ?? []),
              quantity: first.quantity ?? 1,
              why: first.match?.variant
                ? `“${first.row.quantity}” is not a quantity.`
                : `Nothing has the number “${first.row.number}”.`,
            }
          : null,
      );
    } catch (error) {
      setUnknown({ text, similar: [], quantity: 1, why: refusal(error).message });
    } finally {
      setAsking(false);
      focus();
    }
  };
  const take = (variant: FoundVariant) => {
    onAdd([{ variant, quantity: unknown?.quantity ?? 1 }]);
    setText(text.split('\n').slice(1).join('\n'));
    setUnknown(null);
    focus();
  };
  return (
    <Form
      className={styles.items}
      aria-label="Add items"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void look();
      }}
    >
      <div ref={field}>
        <TextArea
          label="Item and quantity"
          name="item"
          rows={Math.min(6, text.split('\n').length)}
          hint="A number, ours or the customer’s, then how many: HP-4410-BN 12. Or scan, or paste a list."
          optional="plainly"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={unknown?.why ?? null}
          aria-controls={unknown ? list : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setUnknown(null);
          }}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return;
            // A list has several lines; Shift-Enter begins one.
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              void look();
            }
            const nth = Number(event.key) - 1;
            const offered = event.altKey ? unknown?.similar[nth] : undefined;
            if (offered) {
              event.preventDefault();
              take(offered);
            }
          }}
        />
      </div>
      <Button type="submit" busy={isAsking}>
        Add
      </Button>
      {unknown && unknown.similar.length > 0 && (
        <ul id={list} className={styles.similar} aria-label={`Near ${unknown.text}`}>
          {unknown.similar.map((variant, nth) => (
            <li key={variant._id}>
              <Button size="small" aria-keyshortcuts={`Alt+${nth + 1}`} onClick={() => take(variant)}>
                {`${variant.productNum}, ${variant.product.title}, ${formatMoney(variant.price)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}
