import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { USER_NOTICES } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './email-state.module.css';

/** That the address still has to be confirmed, and the link once more. */
export function EmailState({ user }: { user: User }) {
  const { client } = trpc.useUtils();
  const send = useAction(() => client.auth.sendConfirmation.mutate({}), {
    success: () => USER_NOTICES.confirmationSent(user.email),
    failure: USER_NOTICES.confirmationFailed,
  });
  if (user.emailConfirmed) return null;
  return (
    <div className={styles.unconfirmed}>
      <Icon name="info" />
      <p>
        <b>{user.email}</b> is not confirmed yet. The link is in the email we sent you.
      </p>
      <Button size="small" onClick={() => send.mutate(undefined)} busy={send.isPending}>
        Send it again
      </Button>
    </div>
  );
}
