import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { BulkResult, Refused } from '#client/features/office/use-bulk.ts';
import { Button } from '#client/ui/button.tsx';
import styles from './bulk.module.css';

interface Props {
  result: BulkResult;
  hrefOf: (id: string) => string;
  /** A way on for those that were refused for this reason. */
  actionFor: (reason: string, refused: readonly Refused[]) => ReactNode;
  onGoOn: () => void;
  onClose: () => void;
}

/** So many are linked of each reason; all of them are counted. */
const MOST_LINKS = 60;

/** Says what was done to the rows that were chosen, and to which it was not, by name with the reason. */
export function BulkReport({ result, hrefOf, actionFor, onGoOn, onClose }: Props) {
  const { deed, done, refused, left, failure } = result;
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result is read from its beginning
  useEffect(() => head.current?.focus(), [result]);
  return (
    <section
      className={styles.report}
      aria-label="What was done"
      data-whole={refused.length + left.length === 0}
    >
      <div className={styles.reportHead}>
        <h2 ref={head} tabIndex={-1}>
          {deed.done(done.length)}
          {refused.length > 0 && `, ${refused.length.toLocaleString('en-US')} not`}
        </h2>
        <Button size="small" look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {left.length > 0 && (
        <p role={failure ? 'alert' : undefined}>
          {`${failure ?? 'It was stopped.'} ${left.length.toLocaleString('en-US')} were not tried. `}
          <Button size="small" onClick={onGoOn}>
            Go on with them
          </Button>
        </p>
      )}
      {byMessage(refused).map(([message, those]) => (
        <div key={message} className={styles.reason}>
          <p>
            <b>{message}</b> {those.length > 1 && `(${those.length.toLocaleString('en-US')})`}
          </p>
          <ul>
            {those.slice(0, MOST_LINKS).map(({ _id, name }) => (
              <li key={_id}>{name === null ? 'one that is gone' : <Link to={hrefOf(_id)}>{name}</Link>}</li>
            ))}
            {those.length > MOST_LINKS && <li>{`and ${those.length - MOST_LINKS} more`}</li>}
          </ul>
          {actionFor(those[0]?.reason ?? '', those)}
        </div>
      ))}
    </section>
  );
}

function byMessage(refused: readonly Refused[]): [message: string, those: Refused[]][] {
  const groups = new Map<string, Refused[]>();
  for (const one of refused) groups.set(one.message, [...(groups.get(one.message) ?? []), one]);
  return [...groups];
}
