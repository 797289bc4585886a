import { MailTo } from '#client/routes/admin/orders/mail-to.tsx';
import { trpc } from '#client/trpc.ts';
import { RETURN_DESK_NOTICES } from '#shared/office-messages.ts';
import type { Return } from '#shared/schemas/returns.ts';

interface Props {
  made: Return;
  /** The order's own address. */
  email: string;
  onClose: () => void;
}

/** Mails how a return stands to whom staff like. */
export function MailReturn({ made, email: own, onClose }: Props) {
  const { client } = trpc.useUtils();
  return (
    <MailTo
      title="Mail how the return stands"
      about="It says what comes back and what is next. Only the customer’s own address also gets a link to the order."
      own={own}
      mail={email => client.returns.email.mutate({ _id: made._id, email })}
      sent={RETURN_DESK_NOTICES.mailed}
      failed={RETURN_DESK_NOTICES.mailFailed}
      onClose={onClose}
    />
  );
}
