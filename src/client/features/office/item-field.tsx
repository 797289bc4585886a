import { type FormEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import styles from '#client/features/office/item-field.module.css';
import {
  type Item,
  type ItemOwner,
  lookUpItems,
  type UnknownItem,
} from '#client/features/office/item-lookup.ts';
import { ItemsNotAdded, type NotAdded } from '#client/features/office/items-not-added.tsx';
import { listed } from '#client/features/office/keys.ts';
import { useKeys } from '#client/features/office/use-keys.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useLeaveGuard } from '#client/ui/record/leave-guard.tsx';
import type { FoundVariant } from '#shared/schemas/products.ts';

export interface ItemHandle {
  focus: () => void;
  /** Whether all that was typed or scanned was added or taken out; if not, says so, and leads to it. */
  isSettled: () => boolean;
}

interface Props {
  owner: ItemOwner;
  onAdd: (items: Item[]) => void;
  handle?: Ref<ItemHandle>;
}

/**
 * One field for a number, the customer's own number, a name, a pasted list or a scan, each with a quantity or without.
 * It is empty and has the focus for the next at once: a scan ends up in a field of its own, whatever became of the one
 * before. What was not found waits below, until somebody takes what is near it, tries it again or takes it out.
 */
export function ItemField({ owner, onAdd, handle }: Props) {
  const { client } = trpc.useUtils();
  const field = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const last = useRef(Promise.resolve());
  const [underWay, setUnderWay] = useState(0);
  // The latest first: right below the field.
  const [left, setLeft] = useState<readonly NotAdded[]>([]);
  // Somebody wanted to go on before all was settled.
  const [isAsked, setAsked] = useState(false);
  useLeaveGuard(left.length > 0 ? ['items that were not added'] : [], () => setLeft([]));
  useKeys('This page', [listed('Alt-1…4', 'Take what is near an item that was not found')]);
  const focus = () => field.current?.querySelector('textarea')?.focus();
  const isSettled = () => {
    const isTyped = text.trim() !== '';
    if (!isTyped && left.length === 0 && underWay === 0) return true;
    setAsked(true);
    if (isTyped || left.length === 0) focus();
    else list.current?.querySelector('button')?.focus();
    return false;
  };
  useImperativeHandle(handle, () => ({ focus, isSettled }));

  const keep = (others: readonly UnknownItem[]) =>
    setLeft(before => [...others.map(one => ({ ...one, key: newKey() })), ...before]);
  const answer = async (asked: string) => {
    try {
      const { found, others } = await lookUpItems(client, owner, asked);
      if (found.length > 0) onAdd(found);
      keep(others);
    } catch (error) {
      keep([{ text: asked, similar: [], quantity: 1, why: refusal(error).message }]);
    }
  };
  // Whoever types or scans the next meanwhile loses nothing, and it comes after this one.
  const look = (asked: string) => {
    focus();
    setAsked(false);
    if (asked.trim() === '') return;
    const before = last.current;
    setUnderWay(count => count + 1);
    last.current = before.then(() => answer(asked)).finally(() => setUnderWay(count => count - 1));
  };
  const lookTyped = () => {
    setText('');
    look(text);
  };
  const drop = (item: NotAdded) => {
    setLeft(before => before.filter(({ key }) => key !== item.key));
    setAsked(false);
    focus();
  };
  const take = (item: NotAdded, variant: FoundVariant) => {
    onAdd([{ variant, quantity: item.quantity }]);
    drop(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl and Enter are the page's.
    if (event.nativeEvent.isComposing || event.nativeEvent.defaultPrevented) return;
    // A list has several lines; Shift-Enter begins one.
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      lookTyped();
    }
    const near = event.altKey ? left.find(({ similar }) => similar.length > 0) : undefined;
    const offered = near?.similar[Number(event.key) - 1];
    if (near && offered) {
      event.preventDefault();
      take(near, offered);
    }
  };
  return (
    <Form
      className={styles.items}
      aria-label="Add items"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        lookTyped();
      }}
    >
      <div ref={field}>
        <TextArea
          label="Item and quantity"
          name="item"
          rows={Math.min(6, text.split('\n').length)}
          hint="A number, ours or the customer’s, or a name, then how many: cup pull 12. Or scan, or paste a list."
          optional="plainly"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={isAsked && text.trim() !== '' ? 'Add this first, or empty the field.' : null}
          onChange={({ target }) => {
            setText(target.value);
            setAsked(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button type="submit">Add</Button>
      <p role="status" className={styles.looking}>
        {underWay > 0 && (isAsked ? 'Looking it up… Go on once it is there.' : 'Looking it up…')}
      </p>
      <ItemsNotAdded
        {...{ list, isAsked }}
        items={left}
        onTake={take}
        onAgain={item => {
          drop(item);
          look(item.text);
        }}
        onCorrect={item => {
          drop(item);
          setText(now => [item.text, now].filter(Boolean).join('\n'));
        }}
        onDrop={drop}
      />
    </Form>
  );
}
