import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextField } from '#client/ui/field.tsx';
import styles from './password-field.module.css';

/** A password, which whoever types it may look at; sent, it is hidden again, and browsers offer to keep it. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest('form');
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <div className={styles.box} ref={box}>
      <TextField {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" className={styles.show} onClick={() => setShown(before => !before)}>
        {isShown ? 'Hide' : 'Show'}
        <span className="visually-hidden"> what is typed</span>
      </button>
    </div>
  );
}
