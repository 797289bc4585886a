import { useState } from 'react';
import type { ListLook } from '#client/features/office/list-look.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Checkbox, Choice } from '#client/ui/field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { DENSITIES, type Density } from '#shared/office-lists.ts';
import styles from './column-chooser.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  /** All that there are; the first is what a row is called, and stays. */
  columns: readonly { id: string; head: string }[];
  look: ListLook;
  onChange: (look: ListLook) => void;
  /** Set where it differs from the view. */
  onReset?: (() => void) | undefined;
}

const DENSITY_WORDS: Record<Density, string> = {
  comfortable: 'Comfortable, two lines a row',
  compact: 'Compact, one line a row',
};

/** Chooses which columns a list shows, in which order, and how close its rows stand: it shows at once. */
export function ColumnChooser({ open, onClose, columns, look, onChange, onReset }: Props) {
  const [said, setSaid] = useState('');
  const headOf = (id: string) => columns.find(column => column.id === id)?.head ?? id;
  const [first] = columns;
  const shown = look.columns;
  const ids = [...shown, ...columns.map(({ id }) => id).filter(id => !shown.includes(id))];

  const move = (id: string, by: 1 | -1) => {
    const at = shown.indexOf(id);
    const next = shown.filter(one => one !== id);
    next.splice(at + by, 0, id);
    onChange({ ...look, columns: next });
    setSaid(`${headOf(id)} is number ${at + by + 1} of ${shown.length}.`);
  };
  const toggle = (id: string) =>
    onChange({ ...look, columns: shown.includes(id) ? shown.filter(one => one !== id) : [...shown, id] });

  return (
    <Dialog open={open} onClose={onClose} title="Columns">
      <ul className={styles.columns} aria-label="Columns, in their order">
        {ids.map(id => {
          const at = shown.indexOf(id);
          const isFirst = id === first?.id;
          return (
            <li key={id}>
              <Checkbox
                label={headOf(id)}
                checked={at !== -1}
                aria-disabled={isFirst || undefined}
                onChange={() => !isFirst && toggle(id)}
              />
              {at > 0 && (
                <>
                  <Button
                    look="icon"
                    aria-label={`${headOf(id)} up`}
                    unable={at === 1}
                    onClick={() => move(id, -1)}
                  >
                    <span className={styles.up}>
                      <Icon name="chevronDown" size={18} />
                    </span>
                  </Button>
                  <Button
                    look="icon"
                    aria-label={`${headOf(id)} down`}
                    unable={at === shown.length - 1}
                    onClick={() => move(id, 1)}
                  >
                    <Icon name="chevronDown" size={18} />
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <fieldset className={styles.density}>
        <legend>Rows</legend>
        {DENSITIES.map(density => (
          <Choice
            key={density}
            name="density"
            label={DENSITY_WORDS[density]}
            checked={look.density === density}
            onChange={() => onChange({ ...look, density })}
          />
        ))}
      </fieldset>
      <div className={styles.end}>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
        {onReset && <Button onClick={onReset}>As they were</Button>}
      </div>
    </Dialog>
  );
}
