import { type ReactNode, useId, useState } from 'react';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import styles from './filter-panel.module.css';

/** Groups of up to so many values show them all. */
export const SHOWN_AT_FIRST = 8;
const SEARCHED_FROM = 11;

export interface FilterValue {
  label: string;
  /** Products that choosing it would leave; null: not known before. */
  count: number | null;
  to: string;
  chosen: boolean;
  hex?: string | null;
  hex2?: string | null;
}

export function Group({ name, open, children }: { name: string; open: boolean; children: ReactNode }) {
  return (
    <details className={styles.group} open={open}>
      <summary>
        {name}
        <Icon name="chevronDown" size={18} />
      </summary>
      <div className={styles.values}>{children}</div>
    </details>
  );
}

/** The values of a group: the first of them, the rest behind "Show all", and a search where there are many. */
export function Values({ name, values }: { name: string; values: FilterValue[] }) {
  const id = useId();
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const isSearched = values.length >= SEARCHED_FROM;
  const found = wanted ? values.filter(({ label }) => label.toLowerCase().includes(wanted)) : values;
  const first = wanted ? found : values.slice(0, SHOWN_AT_FIRST);
  const rest = wanted ? [] : values.slice(SHOWN_AT_FIRST);
  return (
    <>
      {isSearched && (
        <div className={styles.within}>
          {isHydrated && (
            <>
              <label className="visually-hidden" htmlFor={id}>{`Search in ${name}`}</label>
              <input
                id={id}
                type="search"
                autoComplete="off"
                placeholder={`Search ${values.length} values`}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </>
          )}
        </div>
      )}
      {first.map(value => (
        <Value key={value.label} {...value} />
      ))}
      {wanted && found.length === 0 && <p className={styles.hint}>{`No matching values in ${name}.`}</p>}
      {rest.length > 0 && (
        <details className={styles.rest} open={rest.some(({ chosen }) => chosen)}>
          <summary>{`Show all ${values.length}`}</summary>
          {rest.map(value => (
            <Value key={value.label} {...value} />
          ))}
        </details>
      )}
    </>
  );
}

/** A value that nothing has any more stays in its place, greyed; it can still be taken away. */
export function Value({ to, label, count, chosen, hex, hex2 }: FilterValue) {
  const colour = hex ? swatchColour(hex, hex2 ?? null) : undefined;
  const box = [styles.box, colour && styles.round, chosen && styles.chosen].filter(Boolean).join(' ');
  const words = (
    <>
      <span className={box} style={colour ? { background: colour } : undefined}>
        {chosen && !colour && <Icon name="check" size={14} />}
      </span>
      <span>
        <Unbroken text={label} />
        {chosen && <span className="visually-hidden">, chosen</span>}
      </span>
      {count !== null && (
        <span className={styles.count}>
          {count.toLocaleString('en-US')}
          <span className="visually-hidden"> products</span>
        </span>
      )}
    </>
  );
  if (count === 0 && !chosen) {
    return (
      <span className={styles.value} aria-disabled="true">
        {words}
      </span>
    );
  }
  return (
    <a className={styles.value} href={to} rel="nofollow">
      {words}
    </a>
  );
}
