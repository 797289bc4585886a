import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { scopeTexts } from '#client/routes/user/settings/key-texts.ts';
import { NewKeyForm } from '#client/routes/user/settings/new-key-form.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { API_KEY_NOTICES } from '#shared/messages.ts';
import type { ApiKey } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

/** The keys by which scripts act for the user, and how one is made and ended. */
export function KeySettings({ user }: { user: User }) {
  const queries = trpc.useUtils();
  const { data, error, refetch } = trpc.apiKeys.list.useQuery({}, { staleTime: 0 });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const revoke = useAction((_id: string) => queries.client.apiKeys.revoke.mutate({ _id }), {
    success: API_KEY_NOTICES.revoked,
    failure: API_KEY_NOTICES.revokeFailed,
    after: () => queries.apiKeys.list.invalidate(),
  });
  const close = () => {
    setMaking(false);
    setMade(null);
  };
  return (
    <section className={styles.section} aria-labelledby="api-keys">
      <h2 id="api-keys">API keys</h2>
      <p>
        With a key, a script can act for you, as far as the key allows.{' '}
        <a href="/api/v1/docs">What the API offers</a>
      </p>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {data && data.length > 0 && (
        <ul className={styles.sessions}>
          {data.map(key => (
            <li key={key._id}>
              <KeyFacts apiKey={key} />
              <Button size="small" busy={revoke.isPending} onClick={() => revoke.mutate(key._id)}>
                Revoke <span className="visually-hidden">{key.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setMaking(true)}>Make a key</Button>
      </div>
      <Dialog open={isMaking} onClose={close} title={made === null ? 'Make an API key' : 'Your new API key'}>
        {made === null ? (
          <NewKeyForm
            user={user}
            then={async key => {
              setMade(key);
              await queries.apiKeys.list.invalidate();
            }}
          />
        ) : (
          <MadeKey text={made} done={close} />
        )}
      </Dialog>
    </section>
  );
}

function MadeKey({ text, done }: { text: string; done: () => void }) {
  return (
    <div className={styles.section}>
      <p role="status">Copy it now and keep it like a password: it will not be shown again.</p>
      <p className={styles.secret}>
        <code>{text}</code>
        <CopyButton text={text} label="Copy the key" />
      </p>
      <div>
        <Button look="primary" onClick={done}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { name, prefix, expiresAt, lastUsedAt } = apiKey;
  const end = new Date(expiresAt);
  const ends = end.getTime() <= Date.now() ? 'Expired' : 'Expires';
  return (
    <span>
      <b>{name}</b>
      <small>{`${prefix}…`}</small>
      <small>{scopeTexts(apiKey)}</small>
      <small>
        {`${ends} ${DAY.format(end)}, ${lastUsedAt === null ? 'never used' : `last used ${DAY.format(new Date(lastUsedAt))}`}`}
      </small>
    </span>
  );
}
