import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Mention, mentionAt, offered, withMention } from '#client/features/office/mentions.ts';
import { TextArea } from '#client/ui/field.tsx';
import { MAX_COMMENT_LENGTH } from '#shared/rules/comments.ts';
import type { Mentionable } from '#shared/schemas/comments.ts';
import styles from './timeline.module.css';

interface Props {
  label: string;
  text: string;
  people: readonly Mentionable[];
  error: string | null;
  onText: (text: string) => void;
  /** Somebody was chosen from the list. */
  onChoose: (_id: string) => void;
}

/** Takes a comment. An @ offers the staff: arrows go through them, Enter and Tab choose, Esc leaves the text as it is. */
export function MentionField({ label, text, people, error, onText, onChoose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [mention, setMention] = useState<Mention | null>(null);
  const [active, setActive] = useState(0);
  const list = mention ? offered(people, mention.typed) : [];
  const isShown = list.length > 0;
  const look = () => {
    const { current } = field;
    if (!current) return;
    setMention(mentionAt(current.value, current.selectionStart));
    setActive(0);
  };
  const choose = (person: Mentionable) => {
    const { current } = field;
    if (!current || !mention) return;
    const next = withMention(current.value, current.selectionStart, mention, person);
    onText(next.text);
    onChoose(person._id);
    setMention(null);
    // Once the field shows the name.
    setTimeout(() => current.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = list[active];
    if (!person || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + list.length) % list.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(person);
    else if (event.key === 'Escape') setMention(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.mention}>
      <TextArea
        ref={field}
        label={label}
        name="text"
        rows={2}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        optional="plainly"
        error={error}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={isShown ? `${id}-${active}` : undefined}
        onChange={({ target }) => {
          onText(target.value);
          look();
        }}
        onClick={look}
        onKeyDown={onKeyDown}
        onBlur={() => setMention(null)}
      />
      <p className="visually-hidden" role="status">
        {isShown && `${list.length === 1 ? '1 name' : `${list.length} names`}, arrows and Enter choose`}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label="Staff"
        className={styles.offers}
        hidden={!isShown}
        // Pressing must not take the focus from the field, which would close the list.
        onMouseDown={event => event.preventDefault()}
      >
        {list.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
          <div
            key={person._id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.offer}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(person)}
          >
            {person.name}
            {person.email !== person.name && <small>{person.email}</small>}
          </div>
        ))}
      </div>
    </div>
  );
}
