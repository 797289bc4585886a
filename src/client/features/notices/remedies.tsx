import { useState } from 'react';
import { notifyFailure } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import type { Remedy } from '#shared/errors.ts';
import { REMEDY_NOTICES } from '#shared/messages.ts';
import styles from './remedies.module.css';

type Client = ReturnType<typeof trpc.useUtils>['client'];

interface Props {
  remedies: readonly Remedy[];
  /** Takes over what is to be sent again, once a remedy's own calls are made; without it those are not offered. */
  onAgain?: (again: NonNullable<Remedy['again']>, remedy: Remedy) => unknown;
  /** Runs after a remedy that is done with its calls, with what they answered. */
  onDone?: (remedy: Remedy, answers: readonly unknown[]) => unknown;
}

/** Shows ways on from a refusal: a button for what the shop can do at once, a link for what another page does. */
export function Remedies({ remedies, onAgain, onDone }: Props) {
  const { client } = trpc.useUtils();
  const [underWay, setUnderWay] = useState<Remedy | null>(null);
  const offered = remedies.filter(({ again }) => !again || onAgain);
  if (offered.length === 0) return null;

  const take = async (remedy: Remedy) => {
    setUnderWay(remedy);
    try {
      const answers: unknown[] = [];
      for (const { name, input } of remedy.calls ?? []) answers.push(await callNamed(client, name, input));
      if (remedy.again) await onAgain?.(remedy.again, remedy);
      else await onDone?.(remedy, answers);
    } catch (error) {
      notifyFailure(error, REMEDY_NOTICES.failed);
    } finally {
      setUnderWay(null);
    }
  };

  return (
    <ul className={styles.remedies} aria-label="What you can do">
      {offered.map(remedy => (
        <li key={remedy.text}>
          {remedy.calls || remedy.again ? (
            <Button size="small" busy={underWay === remedy} onClick={() => take(remedy)}>
              {remedy.text}
            </Button>
          ) : remedy.href ? (
            <ButtonLink look="quiet" size="small" to={remedy.href}>
              {remedy.text}
            </ButtonLink>
          ) : (
            remedy.text
          )}
        </li>
      ))}
    </ul>
  );
}

/** The server names the call; what it takes was filled in there. */
function callNamed(client: Client, name: string, input: unknown): Promise<unknown> {
  const procedure = name
    .split('.')
    .reduce<unknown>((step, part) => (step as Record<string, unknown>)[part], client);
  return (procedure as { mutate: (input: unknown) => Promise<unknown> }).mutate(input);
}
