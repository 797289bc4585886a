import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: string;
  name: string;
  hint?: string;
  error?: string | null;
  /** Marks what may be left empty; everything else is required. 'plainly': where nobody would think otherwise. */
  optional?: boolean | 'plainly';
}

interface About {
  /** Names what it is about, where many are alike: it stands beside it, and is only heard in the label. */
  about?: string | undefined;
}

interface Aria {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

function Field({
  label,
  name,
  hint,
  error,
  optional,
  about,
  children,
}: FieldProps & About & { children: (aria: Aria) => ReactNode }) {
  const id = useId();
  const words = error && sentence(label, error);
  const described = [words && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {about && <span className="visually-hidden">{`${about}: `}</span>}
        {label}
        {optional === true && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id,
        name,
        required: !optional,
        'aria-invalid': words ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {words && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" size={18} />
          {words}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

// The schemas say "is required"; with the field's name before it that is a sentence.
const sentence = (label: string, error: string) => (/^[a-z]/.test(error) ? `${label} ${error}` : error);

type Own<T extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<T>, keyof FieldProps | 'id'>;

export function TextField({ label, name, hint, error, optional, about, ...rest }: Own<'input'> & About) {
  return (
    <Field {...{ label, name, hint, error, optional, about }}>
      {aria => <input type="text" {...rest} {...aria} className={styles.input} />}
    </Field>
  );
}

export function TextArea({ label, name, hint, error, optional, ...rest }: Own<'textarea'>) {
  return (
    <Field {...{ label, name, hint, error, optional }}>
      {aria => <textarea {...rest} {...aria} className={styles.input} />}
    </Field>
  );
}

export function SelectField({ label, name, hint, error, optional, children, ...rest }: Own<'select'>) {
  return (
    <Field {...{ label, name, hint, error, optional }}>
      {aria => (
        <select {...rest} {...aria} className={styles.input}>
          {children}
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Stands at the right: a price, a badge. */
  aside?: ReactNode;
}

/** One radio button of a group, as a row that can be pressed anywhere. */
export function Choice({ label, hint, aside, ...rest }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" {...rest} />
      <span>{label}</span>
      {aside && <span>{aside}</span>}
      {hint && <span className={styles.hint}>{hint}</span>}
    </label>
  );
}

export function Checkbox({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}
