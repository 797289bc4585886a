import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { MailDialog } from '#client/routes/admin/mailbox/mail-dialog.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ERRORS } from '#shared/errors.ts';
import { MAILS_MADE_ANEW } from '#shared/office-lists.ts';
import { MAIL_NOTICES } from '#shared/office-messages.ts';
import type { ShownMail } from '#shared/schemas/mail.ts';
import styles from './mail.module.css';

/** Sends a mail to its own address once more, as far as that can be (rule N10), and offers to write another one. */
export function SendAgain({ mail, previous }: { mail: ShownMail; previous: string }) {
  const { client, mailbox } = trpc.useUtils();
  const navigate = useNavigate();
  const [isWriting, setWriting] = useState(false);
  const { _id, to, status, template, holdsLinks, order, orderNumber } = mail;
  const send = useAction(() => client.mailbox.resend.mutate({ _id }), {
    success: ({ queued }) => (queued ? MAIL_NOTICES.queued(to) : MAIL_NOTICES.onItsWay),
    failure: MAIL_NOTICES.failed,
    after: async going => {
      if (going._id !== _id) await navigate(`/admin/mailbox/${going._id}${previous && `/${previous}`}`);
      else await mailbox.get.invalidate({ id: _id });
      await Promise.all([mailbox.list.invalidate(), mailbox.savedCounts.invalidate()]);
    },
  });
  const canBeMadeAnew =
    MAILS_MADE_ANEW.some(one => one === template) && order !== null && orderNumber !== null;
  // One that failed still has its links, as a rule; whether it does the server says.
  const needsMaking = holdsLinks && status !== 'failed';
  const isRefused = (needsMaking && !canBeMadeAnew) || refusal(send.error).reason === 'mail_links';
  return (
    <div className={`${styles.again} no-print`}>
      {isRefused && <p>{ERRORS.mail_links.notice}</p>}
      {needsMaking && canBeMadeAnew && !isRefused && (
        <p>
          It held a link that lets its reader in, and such links are not kept. It is made anew from the order
          as that stands now, with the link only if the order still has this address.
        </p>
      )}
      {!isRefused && status !== 'queued' && (
        <Button look="primary" busy={send.isPending} onClick={() => send.mutate(undefined)}>
          {needsMaking ? 'Make it anew and send it' : 'Send again'}
        </Button>
      )}
      <Button onClick={() => setWriting(true)}>Write to this address</Button>
      {isWriting && (
        <MailDialog
          to={to}
          {...(order && orderNumber !== null && { order: { _id: order, orderNumber } })}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  );
}
