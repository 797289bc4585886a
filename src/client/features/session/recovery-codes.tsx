import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import styles from './second-factor.module.css';

/** New recovery codes, this one time. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => unknown }) {
  return (
    <div className={styles.part}>
      <p role="status">
        These are your recovery codes. Each works once in place of your phone. Keep them somewhere other than
        your phone: they will not be shown again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button look="primary" onClick={done}>
          I have saved them
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy the recovery codes" />
      </div>
    </div>
  );
}
