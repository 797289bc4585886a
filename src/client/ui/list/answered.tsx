import type { ReactNode } from 'react';
import { LoadError } from '#client/ui/load-error.tsx';
import styles from './list.module.css';

/** An answer as `useQuery` tells of it. */
export interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  /** It still shows what was asked before. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface Props<Data> {
  answer: Answer<Data>;
  /** Says why a failed answer failed. */
  failure: (error: unknown) => string;
  children: (data: Data) => ReactNode;
}

/** Shows what was answered, the wait for it, or why there is none. An answer stays, paler, until the next one is here. */
export function Answered<Data>({ answer, failure, children }: Props<Data>) {
  const { data, error, isPlaceholderData, refetch } = answer;
  return (
    <>
      {Boolean(error) && <LoadError message={failure(error)} onRetry={refetch} />}
      {!error && data === undefined && <p role="status">Loading…</p>}
      {data !== undefined && (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          {children(data)}
        </div>
      )}
    </>
  );
}
