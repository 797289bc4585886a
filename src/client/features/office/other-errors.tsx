import styles from '#client/features/office/other-errors.module.css';
import type { FieldErrors } from '#client/ui/form-errors.ts';

interface Props {
  errors: FieldErrors;
  /** Tells whether an error of this name stands beside its field already. */
  isShown: (name: string) => boolean;
}

/** Shows what a form was refused for that belongs to none of its fields: nothing is refused without a word. */
export function OtherErrors({ errors, isShown }: Props) {
  const others = Object.entries(errors).filter(([name]) => !isShown(name));
  if (others.length === 0) return null;
  return (
    <div role="alert" className={styles.others}>
      {others.map(([name, message]) => (
        <p key={name}>{sentence(name, message)}</p>
      ))}
    </div>
  );
}

/** Begins with the field's name where the message goes on from one. */
const sentence = (name: string, message: string) => {
  const words = /^[a-z]/.test(message) ? `${name.replace(/\..*/, '')} ${message}` : message;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
};
