import { Fragment } from 'react';
import styles from './key-names.module.css';

/** Keys as they are pressed, one after the other: `g o`. */
export function KeyNames({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys never change their places
        <Fragment key={at}>
          {at > 0 && <span className="visually-hidden"> then </span>}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
