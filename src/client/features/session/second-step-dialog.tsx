import { useState } from 'react';
import { notify } from '#client/features/notices/notices.ts';
import { CodeForm } from '#client/features/session/code-form.tsx';
import type { AskedStep } from '#client/features/session/second-step.ts';
import { SetUpFactor } from '#client/features/session/set-up-factor.tsx';
import { trpc } from '#client/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { SITE_NOTICES } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './second-factor.module.css';

/** The second step of a sign-in: a code, or a second factor to be set up first. Closed, nobody is signed in. */
export function SecondStepDialog({ asked, onClose }: { asked: AskedStep; onClose: () => void }) {
  const { client } = trpc.useUtils();
  /** Signed in already, while the recovery codes are still on the screen. */
  const [entered, setEntered] = useState<User | null>(null);
  const proceed = async (user: User | null) => {
    onClose();
    if (!user) return;
    await asked.proceed(user);
    notify(SITE_NOTICES.welcome);
  };
  return (
    <Dialog
      open
      onClose={() => proceed(entered)}
      title={asked.step === 'code' ? 'Second step' : 'Set up a second factor'}
    >
      {asked.step === 'code' ? (
        <div className={styles.part}>
          <p>Enter the code that your authenticator app now shows for Knurl.</p>
          <CodeForm
            label="Sign in"
            mayRecover
            call={code => client.secondFactor.signIn.mutate({ code })}
            then={({ user }) => proceed(user)}
          />
        </div>
      ) : (
        <SetUpFactor
          signingIn
          why="Everyone on the staff of this shop signs in with a second factor: a code from an authenticator app on your phone. Set yours up to continue."
          confirmed={setEntered}
          done={() => proceed(entered)}
        />
      )}
    </Dialog>
  );
}
