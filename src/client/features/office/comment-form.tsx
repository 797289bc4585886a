import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { MentionField } from '#client/features/office/mention-field.tsx';
import { mentionedIn, type Person } from '#client/features/office/mentions.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import styles from './timeline.module.css';

export interface Written {
  text: string;
  mentions: string[];
  idempotencyKey: string;
}

interface Props {
  /** Names the form. */
  name: string;
  label: string;
  /** Says what sending does. */
  send: string;
  text: string;
  onText: (text: string) => void;
  /** Those whom it mentions already, who may have left since. */
  mentioned?: readonly Person[];
  onSend: (written: Written) => Promise<unknown>;
  onCancel?: () => void;
}

const NOBODY: readonly Person[] = [];

/** Takes the words of a comment, new or changed. A refusal is said beside them, and they stay. */
export function CommentForm(props: Props) {
  const { name, label, send, text, onText, mentioned = NOBODY, onSend, onCancel } = props;
  const { data: people = [] } = trpc.comments.people.useQuery({});
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const chosen = useRef(mentioned.map(({ _id }) => _id));
  const key = useRef(newKey());
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const words = text.trim();
    setError(words === '' ? 'is empty' : null);
    if (words === '') return;
    setSending(true);
    try {
      const left = mentioned.filter(one => !people.some(({ _id }) => _id === one._id));
      const mentions = mentionedIn(words, [...people, ...left], chosen.current);
      await onSend({ text: words, mentions, idempotencyKey: key.current });
      key.current = newKey();
      chosen.current = [];
    } catch (failure) {
      const { issues, message } = refusal(failure);
      setError(issues[0]?.message ?? message);
    } finally {
      setSending(false);
    }
  };
  return (
    <Form className={`${styles.add} no-print`} onSubmit={submit} aria-label={name}>
      <MentionField {...{ label, text, people, error, onText }} onChoose={_id => chosen.current.push(_id)} />
      <div className={styles.choice}>
        <Button type="submit" size="small" busy={isSending}>
          {send}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Don’t change it
          </Button>
        )}
      </div>
    </Form>
  );
}
