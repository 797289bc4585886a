import { useSyncExternalStore } from 'react';
import { KeyNames } from '#client/features/office/key-names.tsx';
import { hasModifier, keysNow, keysSwitch } from '#client/features/office/keys.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import styles from './keys-dialog.module.css';

/** Lists what keys do on this page, and switches single keys off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOff = useSyncExternalStore(keysSwitch.subscribe, keysSwitch.isOff);
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <Checkbox
        label="Use single-key shortcuts"
        checked={!isOff}
        onChange={({ target }) => keysSwitch.turn(!target.checked)}
      />
      <p className={styles.hint}>
        Switch them off if you speak to your computer or press keys by accident. Those with Ctrl or Alt go on
        working. Kept in this browser.
      </p>
      <div>
        {keysNow().map(({ title, deeds }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl>
              {deeds.map(({ keys, text }) => (
                <div
                  key={`${keys} ${text}`}
                  className={`${styles.row} ${isOff && !hasModifier(keys) ? styles.off : ''}`}
                >
                  <dt>{text}</dt>
                  <dd>
                    <KeyNames keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
