import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEmailLink } from '#client/features/accounts/email-link.ts';
import { endedState, Said } from '#client/features/accounts/ended-note.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { useSessionOf } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useHashToken } from '#client/ui/hash-token.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { endedWords, USER_NOTICES } from '#shared/messages.ts';
import type { EmailLink, Undone } from '#shared/schemas/auth.ts';
import styles from './undo-email.module.css';

type Kind = 'undo' | 'refuse' | 'object';
const KINDS: readonly Kind[] = ['undo', 'refuse', 'object'];
const isKind = (kind: EmailLink['kind'] | undefined): kind is Kind => KINDS.some(one => one === kind);

const HEADINGS: Record<Kind, string> = {
  undo: 'Get your account back',
  refuse: 'Refuse the new address',
  object: 'Object to the new address',
};
const BUTTONS: Record<Kind, string> = {
  undo: 'Take the address back',
  refuse: 'Refuse it',
  object: 'Ask for another review',
};

/** /undo-email: where the old address of an account takes back, refuses or objects to a change of it. */
export function Component() {
  const token = useHashToken('token');
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  const readSession = useSessionOf();
  const [undone, setUndone] = useState<Undone | null>(null);
  const undo = useAction((given: string) => client.auth.undoEmail.mutate({ token: given }), {
    failure: USER_NOTICES.emailUndoFailed,
    after: async answer => {
      await readSession();
      if (answer.token === null) return setUndone(answer);
      const state = endedState(answer.ended);
      await navigate(`/set-password#token=${answer.token}`, { replace: true, state });
    },
  });
  const isFollowed = undo.isPending || undo.isSuccess;
  const { link, isDead, failed, refetch } = useEmailLink(token, { kinds: KINDS, isFollowed });
  const refused = undo.error ? refusal(undo.error) : null;
  const isOver = undone === null && (isDead || refused?.reason === 'link_invalid');
  const kind = isKind(link?.kind) ? link.kind : null;
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Undo a new e-mail address" description="Take your e-mail address back." hidden />
      <h1>{kind ? HEADINGS[kind] : 'Your e-mail address'}</h1>
      {undone && <Outcome undone={undone} />}
      {isOver && (
        <>
          <p>
            This link was already used, or its three days have passed. If someone else is in your account, set
            a new password and write to us.
          </p>
          <p className={styles.ways}>
            <ButtonLink look="primary" to="/user?forgotten">
              Set a new password
            </ButtonLink>
          </p>
        </>
      )}
      {failed && <LoadError message={failed.message} onRetry={refetch} />}
      {!undone && !isOver && !failed && !link && <p role="status">Checking the link…</p>}
      {!undone && !isOver && link && kind && (
        <>
          <What link={link} kind={kind} />
          {refused && <p role="alert">{refused.message}</p>}
          <p className={styles.ways}>
            <Button
              look="primary"
              disabled={!token}
              busy={undo.isPending}
              onClick={() => token && undo.mutate(token)}
            >
              {undo.isPending ? 'One moment' : BUTTONS[kind]}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

function What({ link: { email, newEmail }, kind }: { link: EmailLink; kind: Kind }) {
  if (kind === 'refuse') {
    return <p>{`Our staff were asked to use ${newEmail} for your account instead of ${email}.`}</p>;
  }
  if (kind === 'object') {
    return (
      <p>
        {`One of our Admins vouches for the address ${newEmail}. They will be asked to review it again; nothing changes until they have.`}
      </p>
    );
  }
  return (
    <>
      <p>
        {email.toLowerCase() === newEmail.toLowerCase()
          ? `Your account now has the address ${newEmail}. You can take yours back.`
          : `Someone who was signed in to your account asked to use the address ${newEmail} for it.`}
      </p>
      <p>
        Everyone will be signed out, and API keys, invitations and other links will end. The current password
        will stop working: you will set a new one next.
      </p>
    </>
  );
}

function Outcome({ undone: { outcome, email, ended } }: { undone: Undone }) {
  return (
    <>
      <p role="status">
        {outcome === 'undone' &&
          `The account has the address ${email} again. We have sent a link there to set its password.`}
        {outcome === 'refused' && `The change has been refused. Your account keeps the address ${email}.`}
        {outcome === 'asked' && 'Thank you. Our Admins will review it and write to you.'}
      </p>
      <Said text={endedWords(ended)} />
    </>
  );
}
