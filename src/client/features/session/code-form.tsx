import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { SECOND_FACTOR_NOTICES } from '#shared/messages.ts';
import styles from './second-factor.module.css';

interface Props<Answer> {
  /** The words on the button. */
  label: string;
  call: (code: string) => Promise<Answer>;
  then: (answer: Answer) => unknown;
  /** A recovery code does as well; 'only': nothing else does. */
  mayRecover?: boolean | 'only';
}

/** Asks for a code of the authenticator, or one for recovery. A refusal stands beside its field. */
export function CodeForm<Answer>({ label, call, then, mayRecover = false }: Props<Answer>) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [recovers, setRecovers] = useState(mayRecover === 'only');
  const send = useAction(call, { failure: SECOND_FACTOR_NOTICES.failed, after: then });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { code = '' } = textsOf(event.currentTarget);
    if (code.trim() === '') return show([{ path: ['code'], message: 'is required' }]);
    show([]);
    send.mutate(code, {
      onError: error => {
        const { issues, message } = refusal(error);
        show([{ path: ['code'], message: issues[0]?.message ?? message }]);
      },
    });
  };
  return (
    <Form className={styles.part} ref={form} onSubmit={submit} aria-label={label}>
      {recovers ? (
        <TextField
          key="recovery"
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          hint="One of the codes you saved when you set up the second factor."
          {...field('code')}
        />
      ) : (
        <TextField
          key="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          hint="Six digits, new every 30 seconds."
          {...field('code')}
        />
      )}
      <div className={styles.ways}>
        <Button look="primary" type="submit" busy={send.isPending}>
          {label}
        </Button>
        {mayRecover === true && (
          <Button
            look="quiet"
            onClick={() => {
              show([]);
              setRecovers(!recovers);
            }}
          >
            {recovers ? 'Use the authenticator' : 'Use a recovery code'}
          </Button>
        )}
      </div>
    </Form>
  );
}
