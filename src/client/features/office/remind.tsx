import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { DAY } from '#client/ui/moment.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Reminders } from '#shared/schemas/payments.ts';
import styles from './remind.module.css';

interface Props {
  company: string;
  /** Its name. */
  name: string;
  onClose: () => void;
}

/** Asks whether a company is to be reminded of what is due, and says what they would read and when they last did. */
export function Remind({ company, name, onClose }: Props) {
  const answer = trpc.statement.reminders.useQuery({ company }, { staleTime: 0 });
  return (
    <Dialog open onClose={onClose} title={`Remind ${name}`}>
      <Answered answer={answer} failure={error => refusal(error).message}>
        {reminders => <Reminding {...{ company, reminders, onClose }} />}
      </Answered>
    </Dialog>
  );
}

function Reminding({ company, reminders, onClose }: Omit<Props, 'name'> & { reminders: Reminders }) {
  const { client, logs, statement } = trpc.useUtils();
  const [words, setWords] = useState('');
  const [error, setError] = useState<string | null>(null);
  const remind = useAction(() => client.statement.remind.mutate({ company, words: words.trim() }), {
    success: ({ sent }) => MONEY_NOTICES.reminded(sent.join(', ')),
    failure: MONEY_NOTICES.remindFailed,
    after: async () => {
      onClose();
      await Promise.all([logs.invalidate(), statement.reminders.invalidate()]);
    },
  });
  const send = () => {
    setError(null);
    remind.mutate(undefined, {
      onError: failure => setError(refusal(failure).issues[0]?.message ?? null),
    });
  };
  const { refused, sent } = reminders;
  const [last] = sent;
  return (
    <div className={layout.stack}>
      <p>{refused === null ? saysOf(reminders) : `The company ${refused}.`}</p>
      {last && (
        <p className="muted">{`Last reminded on ${DAY.format(new Date(last.createdAt))}: ${last.to}.`}</p>
      )}
      {refused === null && (
        <TextArea
          label="Your message"
          name="words"
          rows={3}
          maxLength={1000}
          optional
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      {error && <p role="alert" className={styles.error}>{`The company ${error}.`}</p>}
      <Choices no={refused === null ? 'Cancel' : 'Close'} onClose={onClose}>
        {refused === null && (
          <Button look="primary" busy={remind.isPending} onClick={send}>
            Send the reminder
          </Button>
        )}
      </Choices>
    </div>
  );
}

function saysOf({ orders, sum, onAccount, to }: Reminders): string {
  const due = orders === 1 ? '1 order is due' : `${orders.toLocaleString('en-US')} orders are due`;
  const kept = onAccount > 0 ? ` It says that ${formatMoney(onAccount)} is on account.` : '';
  return `${due}, with ${formatMoney(sum)} open. The email lists ${orders === 1 ? 'it' : 'them'}, and goes to ${to.join(', ')}.${kept}`;
}
