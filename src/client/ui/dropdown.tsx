import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './dropdown.module.css';
import { Icon } from './icon.tsx';

export interface DropdownItem {
  key: string;
  text: string;
  /** Smaller, below: a number, or why it can't be chosen. */
  note?: string;
  /** An item that can't be chosen has none, and is greyed. */
  href?: string;
  isChosen: boolean;
}

interface Props {
  label: string;
  value: string;
  items: DropdownItem[];
  /** Whether there is a field to search them by. */
  searched?: boolean;
}

/**
 * A list of links that opens below its value, so that it works without scripts; they are plain ones, which the
 * element around it may follow. Arrows walk, Esc closes, and it closes when focus leaves it.
 */
export function Dropdown({ label, value, items, searched }: Props) {
  const id = useId();
  const box = useRef<HTMLDetailsElement>(null);
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = items.filter(({ text, note = '' }) => {
    const searchable = `${text} ${note}`.toLowerCase();
    return words.every(word => searchable.includes(word));
  });

  const close = (toSummary: boolean) => {
    box.current?.removeAttribute('open');
    if (toSummary) box.current?.querySelector('summary')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!box.current?.open) return;
    if (event.key === 'Escape') {
      // A dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(box.current, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      box.current.querySelector('a')?.click();
    }
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // A press on what takes no focus, such as the list's scroll bar, has no target.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close(false);
  };

  return (
    <div className={styles.field}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      <details
        ref={box}
        className={styles.box}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onToggle={() => {
          if (!box.current?.open) setTyped('');
          else if (searched) box.current.querySelector('input')?.focus();
        }}
      >
        <summary className={styles.value} aria-labelledby={`${id}-label ${id}-value`}>
          <span id={`${id}-value`}>{value}</span>
          <Icon name="chevronDown" size={18} />
        </summary>
        <div className={styles.panel}>
          {searched && (
            <input
              className={styles.search}
              type="search"
              aria-label={`Search: ${label}`}
              placeholder="Search"
              autoComplete="off"
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well */}
          <ul
            className={styles.list}
            aria-labelledby={`${id}-label`}
            onClick={event => chosen(event.target) && close(true)}
          >
            {shown.map(item => (
              <li key={item.key}>
                <Item item={item} />
              </li>
            ))}
          </ul>
          {shown.length === 0 && (
            <p className={styles.none} role="status">
              Nothing matches “{typed}”
            </p>
          )}
        </div>
      </details>
    </div>
  );
}

function Item({ item: { text, note, href, isChosen } }: { item: DropdownItem }) {
  const words = (
    <>
      <span>{text}</span>
      {note && <small>{note}</small>}
    </>
  );
  if (!href) return <span className={styles.greyed}>{words}</span>;
  return (
    <a className={styles.item} href={href} aria-current={isChosen || undefined}>
      {words}
    </a>
  );
}

const chosen = (target: EventTarget) => (target as Element).closest('a') !== null;

/** From link to link; from the value or the field to the first. */
function walk(box: HTMLElement, step: 1 | -1): void {
  const links = [...box.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step));
  links[next]?.focus();
}
