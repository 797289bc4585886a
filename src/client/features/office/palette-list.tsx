import { type MouseEvent, useEffect } from 'react';
import { KeyNames } from '#client/features/office/key-names.tsx';
import { idOf, type Option, type OptionGroup } from '#client/features/office/palette-options.ts';
import styles from './palette.module.css';

interface Props {
  id: string;
  groups: readonly OptionGroup[];
  active: Option | undefined;
  /** Says how much was found; empty: not known yet. */
  state: string;
  onPoint: (option: Option) => void;
  onChoose: (option: Option, event: MouseEvent) => void;
}

/** The list of the palette; the field above it keeps the focus. */
export function PaletteList({ id, groups, active, state, onPoint, onChoose }: Props) {
  const activeId = active && idOf(id, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const isEmpty = groups.length === 0;
  return (
    <>
      <p role="status" className={isEmpty ? styles.none : 'visually-hidden'}>
        {state}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label="Found"
        className={styles.list}
        hidden={isEmpty}
        // Pressing must not take the focus from the field.
        onMouseDown={event => event.preventDefault()}
      >
        {groups.map(({ title, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, for which there is no element
          <div key={title} role="group" aria-label={title}>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            {options.map(option => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
              <div
                key={option.key}
                id={idOf(id, option)}
                role="option"
                aria-selected={option.key === active?.key}
                className={styles.option}
                onPointerMove={() => option.key !== active?.key && onPoint(option)}
                onClick={event => onChoose(option, event)}
              >
                <span className={styles.text}>{option.text}</span>
                {option.note && <span className={styles.note}>{option.note}</span>}
                {option.keys && <KeyNames keys={option.keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
