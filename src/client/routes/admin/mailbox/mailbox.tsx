import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Column, IndexTable } from '#client/features/office/index-table.tsx';
import { ListHead } from '#client/features/office/list-head.tsx';
import { Chips, dayChips, Narrow, NarrowChoice, NarrowDays } from '#client/features/office/narrow.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { useStaffList } from '#client/features/office/use-staff-list.ts';
import { ViewTabs } from '#client/features/office/view-tabs.tsx';
import { refusal } from '#client/refusal.ts';
import { MailDialog } from '#client/routes/admin/mailbox/mail-dialog.tsx';
import { MailStatus } from '#client/routes/admin/mailbox/mail-status.tsx';
import { MAX_SEARCH_LENGTH, mailboxAt, PER_PAGE } from '#client/routes/admin/mailbox/mailbox-address.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { MAX_COUNTED_MAILS, type MailColumn } from '#shared/office-lists.ts';
import { MAIL_STATUS_WORDS, MAIL_WORDS, mailWords } from '#shared/rules/mail-words.ts';
import type { ListedMail, MailList } from '#shared/schemas/mail.ts';
import styles from './mailbox.module.css';

/** Shows /admin/mailbox: the emails of the shop, those that could not be sent first. */
export function Component() {
  const list = useStaffList('mailbox', mailboxAt);
  const { address, asked } = list;
  const [isWriting, setWriting] = useState(false);
  const answer = trpc.mailbox.list.useQuery(asked, {
    staleTime: 0,
    placeholderData: before => before,
  });
  return (
    <>
      <PageHead title="Mailbox" description="The emails of the shop." hidden />
      <div className={styles.head}>
        <h1>Mailbox</h1>
        <Button look="primary" className="no-print" onClick={() => setWriting(true)}>
          New email
        </Button>
      </div>
      {isWriting && <MailDialog onClose={() => setWriting(false)} />}
      <ViewTabs list={list} />
      <NarrowMails asked={asked} address={address} />
      <Answered answer={list.whenKnown(answer)} failure={failed => refusal(failed).message}>
        {({ mails, total }) => (
          <>
            <ListHead list={list} columns={COLUMNS}>
              <p role="status" className={styles.count}>
                {countWords(total)}
              </p>
            </ListHead>
            <PageOf
              address={address}
              total={Math.min(total, MAX_COUNTED_MAILS)}
              perPage={PER_PAGE}
              nothing={<Nothing asked={asked} />}
            >
              <IndexTable
                label="Emails"
                columns={COLUMNS}
                rows={mails}
                keyOf={({ _id }) => _id}
                look={list.kept.look}
                sort=""
                hrefOfSort={() => ''}
              />
            </PageOf>
          </>
        )}
      </Answered>
    </>
  );
}

const countWords = (total: number): string =>
  total > MAX_COUNTED_MAILS
    ? `More than ${MAX_COUNTED_MAILS.toLocaleString('en-US')} emails; narrow them down to reach older ones`
    : total === 1
      ? '1 email'
      : `${total.toLocaleString('en-US')} emails`;

const COLUMNS: readonly (Column<ListedMail> & { id: MailColumn })[] = [
  { id: 'email', head: 'Email', cell: mail => <MailLink mail={mail} /> },
  { id: 'to', head: 'To', cell: ({ to }) => <span className={styles.to}>{to}</span> },
  { id: 'state', head: 'State', cell: ({ status }) => <MailStatus status={status} /> },
  { id: 'written', head: 'Written', cell: ({ createdAt }) => MOMENT.format(new Date(createdAt)) },
  {
    id: 'order',
    head: 'Order',
    cell: ({ order, orderNumber }) =>
      order && orderNumber !== null && <Link to={recordHref('order', order)}>{orderNumber}</Link>,
  },
  { id: 'sent', head: 'Sent', cell: ({ sentAt }) => sentAt && MOMENT.format(new Date(sentAt)) },
  { id: 'attempts', head: 'Attempts', isFigure: true, cell: ({ attempts }) => attempts },
  {
    id: 'answer',
    head: 'Answer',
    cell: ({ response }) => response && <span className={styles.answer}>{response}</span>,
  },
];

/** Leads to the mail, and from there back to the list as it is. */
function MailLink({ mail: { _id, subject, template } }: { mail: ListedMail }) {
  return (
    <span className={styles.subject}>
      <RecordLink to={`/admin/mailbox/${_id}`}>{subject || '(no subject)'}</RecordLink>
      <small>{mailWords(template)}</small>
    </span>
  );
}

interface Props {
  asked: MailList;
  address: ListAddress;
}

function NarrowMails({ asked, address }: Props) {
  const { search, status, template } = asked;
  const chips = [
    { name: 'search', text: search && `“${search}”` },
    { name: 'status', text: status && MAIL_STATUS_WORDS[status] },
    { name: 'template', text: template && mailWords(template) },
    ...dayChips(asked),
  ];
  return (
    <>
      <Narrow
        name="Search the emails"
        label="Address, subject or order number"
        maxLength={MAX_SEARCH_LENGTH}
        address={address}
      >
        <NarrowChoice label="State" name="status" address={address} words={MAIL_STATUS_WORDS} />
        <NarrowChoice label="Kind" name="template" address={address} words={MAIL_WORDS} />
        <NarrowDays address={address} />
      </Narrow>
      <Chips chips={chips} address={address} />
    </>
  );
}

function Nothing({ asked: { page: _, limit: __, ...narrowed } }: Pick<Props, 'asked'>) {
  if (Object.keys(narrowed).length === 0) {
    return <p className={styles.nothing}>The shop has sent nothing yet.</p>;
  }
  return (
    <p className={styles.nothing}>
      No emails match. <ButtonLink to="/admin/mailbox">Show all of them</ButtonLink>
    </p>
  );
}
