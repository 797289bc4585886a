import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { CodeForm } from '#client/features/session/code-form.tsx';
import { RecoveryCodes } from '#client/features/session/recovery-codes.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { SECOND_FACTOR_NOTICES } from '#shared/messages.ts';
import type { SecondFactorSetUp } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './second-factor.module.css';

interface Props {
  /** On the way in, instead of from a session. */
  signingIn: boolean;
  why: string;
  /** It is set up; on the way in its user is signed in. */
  confirmed: (user: User | null) => unknown;
  /** The recovery codes are kept. */
  done: () => unknown;
}

/** Sets a second factor up: a picture or a typed secret, a code that confirms it, and the recovery codes. */
export function SetUpFactor({ signingIn, why, confirmed, done }: Props) {
  const { client } = trpc.useUtils();
  const [begun, setBegun] = useState<SecondFactorSetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useAction(() => client.secondFactor.begin.mutate({ signingIn }), {
    failure: SECOND_FACTOR_NOTICES.failed,
    after: setBegun,
  });
  if (codes) return <RecoveryCodes codes={codes} done={done} />;
  if (!begun) {
    return (
      <div className={styles.part}>
        <p>{why}</p>
        {begin.error !== null && <p role="alert">{SECOND_FACTOR_NOTICES.failed.text}</p>}
        <div>
          <Button look="primary" busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
            Begin
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.part}>
      <p>Scan this with an authenticator app on your phone, or type the secret into it.</p>
      <Picture {...begun.qr} />
      <p className={styles.secret}>
        <code>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={begun.secret} label="Copy the secret" />
      </p>
      <CodeForm
        label="Confirm"
        call={code => client.secondFactor.confirm.mutate({ signingIn, code })}
        then={({ recoveryCodes, user }) => {
          setCodes(recoveryCodes);
          return confirmed(user);
        }}
      />
    </div>
  );
}

function Picture({ size, path }: SecondFactorSetUp['qr']) {
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
