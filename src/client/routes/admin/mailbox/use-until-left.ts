import { useEffect, useRef } from 'react';
import { notify } from '#client/features/notices/notices.ts';
import { useLooksAgain } from '#client/features/office/use-looks-again.ts';
import { trpc } from '#client/trpc.ts';
import { MAIL_NOTICES } from '#shared/office-messages.ts';
import type { ShownMail } from '#shared/schemas/mail.ts';

/**
 * Looks a few times whether a mail that is on its way has left, and says so once it has. Each reading of a mail is written
 * down: until it has left, the list is asked instead.
 */
export function useUntilLeft({ _id, to, status }: ShownMail, onLeft: () => unknown): void {
  const { client } = trpc.useUtils();
  const before = useRef(status);
  useLooksAgain(status === 'queued' ? [_id] : [], async () => {
    const asked = client.mailbox.list.query({ search: to, status: 'queued' });
    // Without an answer it is still thought to be on its way; whoever wants to know presses "Look again".
    const { mails, total } = await asked.catch(() => ({ mails: [], total: 1 }));
    const isWaiting = mails.length < total || mails.some(one => one._id === _id);
    if (!isWaiting) await onLeft();
  });
  useEffect(() => {
    if (before.current === 'queued' && status === 'sent') notify(MAIL_NOTICES.sent(to));
    before.current = status;
  }, [status, to]);
}
