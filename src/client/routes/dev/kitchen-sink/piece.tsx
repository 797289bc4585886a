import type { ReactNode } from 'react';
import styles from './kitchen-sink.module.css';

export function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.piece} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
