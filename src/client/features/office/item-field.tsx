import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import styles from '#client/features/office/item-field.module.css';
import {
  type Item,
  type ItemOwner,
  itemName,
  lookUpItems,
  type UnknownItem,
} from '#client/features/office/item-lookup.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

interface Props {
  owner: ItemOwner;
  onAdd: (items: Item[]) => void;
  /** Focuses the field. */
  handle?: Ref<{ focus: () => void }>;
}

/**
 * One field for a number, the customer's own number, a name, a pasted list or a scan, each with a quantity or without.
 * What was found is added, and the field is empty and has the focus for the next; what was not stays in it, with the
 * nearest.
 */
export function ItemField({ owner, onAdd, handle }: Props) {
  const { client } = trpc.useUtils();
  const field = useRef<HTMLDivElement>(null);
  const list = useId();
  const [text, setText] = useState('');
  const last = useRef(Promise.resolve());
  const [underWay, setUnderWay] = useState(0);
  const [unknown, setUnknown] = useState<UnknownItem | null>(null);
  const focus = () => field.current?.querySelector('textarea')?.focus();
  useImperativeHandle(handle, () => ({ focus }));

  // In front of what was typed since.
  const putBack = (left: string) => setText(now => [left, now].filter(Boolean).join('\n'));
  const answer = async (asked: string) => {
    try {
      const { found, left, unknown: first } = await lookUpItems(client, owner, asked);
      if (found.length > 0) onAdd(found);
      putBack(left);
      if (first) setUnknown(first);
    } catch (error) {
      putBack(asked);
      setUnknown({ text: asked, similar: [], quantity: 1, why: refusal(error).message });
    }
  };
  // Whoever types or scans the next meanwhile loses nothing, and it comes after this one.
  const look = () => {
    focus();
    if (text.trim() === '') return;
    const before = last.current;
    setText('');
    setUnknown(null);
    setUnderWay(count => count + 1);
    last.current = before.then(() => answer(text)).finally(() => setUnderWay(count => count - 1));
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
        look();
      }}
    >
      <div ref={field}>
        <TextArea
          label="Item and quantity"
          name="item"
          rows={Math.min(6, text.split('\n').length)}
          hint="A number, ours or the customer’s, or a name, then how many: HP-4410-BN 12. Or scan, or paste a list."
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
              look();
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
      <Button type="submit">Add</Button>
      <p role="status" className={styles.looking}>
        {underWay > 0 && 'Looking it up…'}
      </p>
      {unknown && unknown.similar.length > 0 && (
        <ul id={list} className={styles.similar} aria-label={`Near ${unknown.text}`}>
          {unknown.similar.map((variant, nth) => (
            <li key={variant._id}>
              <Button size="small" aria-keyshortcuts={`Alt+${nth + 1}`} onClick={() => take(variant)}>
                {`${unknown.quantity > 1 ? `${unknown.quantity} × ` : ''}${variant.productNum}, ${itemName(variant)}, ${formatMoney(variant.price)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}
