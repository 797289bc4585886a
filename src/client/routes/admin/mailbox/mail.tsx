import { Link, useParams } from 'react-router-dom';
import { recordHref } from '#client/features/office/record-links.ts';
import {
  Beside,
  isMissing,
  listBefore,
  MissingRecord,
  RecordTop,
} from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { mailPage } from '#client/routes/admin/mailbox/mail-page.ts';
import { MailStatus } from '#client/routes/admin/mailbox/mail-status.tsx';
import { mailboxAt } from '#client/routes/admin/mailbox/mailbox-address.ts';
import { SendAgain } from '#client/routes/admin/mailbox/send-again.tsx';
import { useUntilLeft } from '#client/routes/admin/mailbox/use-until-left.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { mailWords } from '#shared/rules/mail-words.ts';
import type { ShownMail } from '#shared/schemas/mail.ts';
import type { Neighbours } from '#shared/schemas/staff-people.ts';
import styles from './mail.module.css';

const LIST = '/admin/mailbox';
const NO_SUBJECT = '(no subject)';

/** Shows /admin/mailbox/{id}/{previous?}: one email as it was sent, and the way back to where it was opened. */
export function Component() {
  const { id = '', previous = '' } = useParams();
  // Each look at it is written down: not once more because a connection came back.
  const {
    data: mail,
    error,
    refetch,
  } = trpc.mailbox.get.useQuery({ id }, { staleTime: 0, refetchOnReconnect: false });
  const list = listBefore(LIST, previous);
  const { data: neighbours } = trpc.mailbox.beside.useQuery(
    { ...mailboxAt(list ?? { of: () => '', page: 1 }), id },
    { staleTime: 0, enabled: list !== null },
  );
  return (
    <>
      <PageHead title={mail?.subject || 'Email'} description="One email of the shop." hidden />
      <RecordTop list={LIST} previous={previous}>
        {list && (
          <Beside
            list={LIST}
            previous={previous}
            neighbours={neighbours && { before: named(neighbours.before), after: named(neighbours.after) }}
          />
        )}
      </RecordTop>
      {/* To an Employee a mail to the staff is none: the server tells the two apart no more than this. */}
      {isMissing(error) && <MissingRecord list={LIST} thing="email" all="All emails" />}
      {!mail && !isMissing(error) && <h1>Email</h1>}
      {error && !mail && !isMissing(error) && (
        <LoadError message={refusal(error).message} onRetry={refetch} />
      )}
      {!error && !mail && <p role="status">Loading…</p>}
      {mail && !isMissing(error) && <Mail key={mail._id} mail={mail} previous={previous} onLook={refetch} />}
    </>
  );
}

const named = (mail: Neighbours['before']) => mail && { ...mail, name: mail.name || NO_SUBJECT };

interface Props {
  mail: ShownMail;
  previous: string;
  onLook: () => unknown;
}

function Mail({ mail, previous, onLook }: Props) {
  const { subject, status, order, orderNumber, html, text, attachments } = mail;
  useUntilLeft(mail, onLook);
  return (
    <>
      <h1 className={styles.title}>
        {subject || NO_SUBJECT} <MailStatus status={status} />
      </h1>
      <Became mail={mail} onLook={onLook} />
      <section className={styles.panel} aria-label="About this email">
        <Facts className={styles.facts} facts={factsOf(mail)} />
        {order && orderNumber !== null && (
          <p>
            <Link to={recordHref('order', order)}>{`Order ${orderNumber}`}</Link>
          </p>
        )}
        {order && orderNumber === null && <p className="muted">Its order was deleted.</p>}
        {attachments.length > 0 && (
          <>
            <h2>Attached</h2>
            <ul>
              {attachments.map(name => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        )}
        <SendAgain mail={mail} previous={previous} />
      </section>
      <div className={styles.parts}>
        <section className={styles.panel} aria-label="As it looks">
          <h2>As it looks</h2>
          <iframe
            className={styles.frame}
            title="The email as it was sent"
            // Nothing in it runs, and it can do nothing to this page; what is followed opens beside it.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={mailPage(html)}
          />
        </section>
        <section className={styles.panel} aria-label="Text version">
          <h2>Text version</h2>
          <p className={styles.text}>{text}</p>
        </section>
      </div>
    </>
  );
}

const moment = (at: string | null) => (at ? MOMENT.format(new Date(at)) : '');

const factsOf = ({ to, template, createdAt, sentAt, status }: ShownMail): [string, string][] => [
  ['To', to],
  ['Kind', mailWords(template)],
  ['Written', moment(createdAt)],
  [status === 'captured' ? 'Kept' : 'Sent', moment(sentAt)],
];

/** Says what is to be known of a mail that was not simply sent. */
function Became({ mail: { status, attempts, response }, onLook }: Pick<Props, 'mail' | 'onLook'>) {
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  if (status === 'failed') {
    return (
      <p className={styles.failed}>
        {`It could not be sent, after ${tries}. The mail server said: “${response ?? 'nothing'}”`}
      </p>
    );
  }
  if (status === 'captured') {
    return <p className={styles.waits}>It was kept here: this shop is set up to send no emails.</p>;
  }
  if (status === 'sent') return null;
  return (
    <p className={styles.waits}>
      {response
        ? `It could not be sent yet, after ${tries}, and is tried again. The mail server said: “${response}” `
        : 'It is about to be sent. '}
      <Button size="small" onClick={() => onLook()}>
        Look again
      </Button>
    </p>
  );
}
