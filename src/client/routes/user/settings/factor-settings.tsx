import { useState } from 'react';
import { CodeForm } from '#client/features/session/code-form.tsx';
import { RecoveryCodes } from '#client/features/session/recovery-codes.tsx';
import { SetUpFactor } from '#client/features/session/set-up-factor.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import styles from './settings.module.css';

type Doing = 'set-up' | 'renew' | 'remove';

const TITLES: Record<Doing, string> = {
  'set-up': 'Set up a second factor',
  renew: 'New recovery codes',
  remove: 'Remove the second factor',
};

/** The second factor of somebody on the staff: set up, its recovery codes, and removed. */
export function FactorSettings() {
  const queries = trpc.useUtils();
  const { data, error, refetch } = trpc.secondFactor.state.useQuery({}, { staleTime: 0 });
  const [doing, setDoing] = useState<Doing | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = () =>
    Promise.all([queries.secondFactor.state.invalidate(), queries.secondFactor.list.invalidate()]);
  const close = () => {
    setDoing(null);
    setCodes(null);
  };
  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {data && data.since === null && (
        <>
          <p>
            {data.isDemanded
              ? 'This shop requires its staff to have one: without one, you will have to set it up at your next sign-in.'
              : 'With one, a stolen password alone opens nothing.'}
          </p>
          <div>
            <Button onClick={() => setDoing('set-up')}>Set up a second factor</Button>
          </div>
        </>
      )}
      {data && data.since !== null && (
        <>
          <p>
            {`Set up on ${DAY.format(new Date(data.since))}. ${data.codesLeft} recovery ${data.codesLeft === 1 ? 'code is' : 'codes are'} left.`}
          </p>
          <div className={styles.ways}>
            <Button onClick={() => setDoing('renew')}>Make new recovery codes</Button>
            <Button onClick={() => setDoing('remove')}>Remove it</Button>
          </div>
        </>
      )}
      <Dialog open={doing !== null} onClose={close} title={doing ? TITLES[doing] : ''}>
        {doing === 'set-up' && (
          <SetUpFactor
            signingIn={false}
            why="You need an authenticator app on your phone. From then on you will be asked for its code whenever you sign in."
            confirmed={changed}
            done={close}
          />
        )}
        {doing === 'renew' &&
          (codes ? (
            <RecoveryCodes codes={codes} done={close} />
          ) : (
            <div className={styles.section}>
              <p>Enter a code from your authenticator app. Your old recovery codes will then stop working.</p>
              <CodeForm
                label="Make new codes"
                call={code => queries.client.secondFactor.renewCodes.mutate({ code })}
                then={async ({ recoveryCodes }) => {
                  setCodes(recoveryCodes);
                  await changed();
                }}
              />
            </div>
          ))}
        {doing === 'remove' && (
          <div className={styles.section}>
            <p>
              A recovery code removes it: on a new phone, set it up again afterward. Without a code, ask
              another Admin.
            </p>
            <CodeForm
              label="Remove it"
              mayRecover="only"
              call={recoveryCode => queries.client.secondFactor.remove.mutate({ recoveryCode })}
              then={async () => {
                close();
                await changed();
              }}
            />
          </div>
        )}
      </Dialog>
    </section>
  );
}
