import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

interface Props {
  /** The name of its button. */
  label: string;
  className?: string;
  buttonClassName?: string;
  button: ReactNode;
  onOpen?: () => void;
  /** Links and buttons, in an element that stands below the button. */
  children: ReactNode;
}

/**
 * Opens below a button: a `details`, so that it opens without scripts too. Arrows walk its links; Esc, a press
 * elsewhere, focus that leaves it and every change of place close it.
 */
export function Menu({ label, className, buttonClassName, button, onOpen, children }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place closes the menu
  useEffect(() => box.current?.removeAttribute('open'), [key]);

  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) box.current?.removeAttribute('open');
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!box.current?.open) return;
    if (event.key === 'Escape') {
      box.current.removeAttribute('open');
      box.current.querySelector('summary')?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(box.current, event.key === 'ArrowDown' ? 1 : -1);
    }
  };

  return (
    <details
      className={className}
      ref={box}
      onKeyDown={onKeyDown}
      onToggle={() => box.current?.open && onOpen?.()}
      onBlur={({ relatedTarget, currentTarget }) => {
        // A press on what takes no focus has no target.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) box.current?.removeAttribute('open');
      }}
    >
      <summary className={buttonClassName} aria-label={label}>
        {button}
      </summary>
      {children}
    </details>
  );
}

function walk(box: HTMLElement, step: 1 | -1): void {
  const items = [...box.querySelectorAll<HTMLElement>('a, button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? 0 : Math.min(items.length - 1, Math.max(0, at + step));
  items[next]?.focus();
}
