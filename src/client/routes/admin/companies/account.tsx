import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { AccountDeeds } from '#client/features/office/account-deeds.tsx';
import { PayToRelease } from '#client/features/office/pay-to-release.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { isMissing, MissingRecord, Panel, RecordTop } from '#client/features/office/record-page.tsx';
import { AccountLines } from '#client/features/statement/account-lines.tsx';
import { Ages } from '#client/features/statement/ages.tsx';
import { refusal } from '#client/refusal.ts';
import { OpenOrders } from '#client/routes/admin/companies/account-orders.tsx';
import { PaymentsIn } from '#client/routes/admin/companies/account-payments.tsx';
import { RemindersSent } from '#client/routes/admin/companies/account-reminders.tsx';
import { wholeStatement } from '#client/routes/admin/companies/statement-lines.ts';
import { StatementSheet } from '#client/routes/admin/companies/statement-sheet.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { type ListAddress, useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import { creditCheck, hasCredit } from '#shared/rules/credit.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import type { Statement } from '#shared/schemas/payments.ts';
import styles from './account.module.css';

const PER_PAGE = 25;

/** Shows /admin/companies/{id}/account: what a company owes and by when, what came in, and what it was reminded of. */
export function Component() {
  const { id = '' } = useParams();
  const address = useListAddress();
  const answer = trpc.statement.get.useQuery(
    { company: id, page: address.page, limit: PER_PAGE },
    { staleTime: 0, placeholderData: before => before },
  );
  const name = answer.data?.company.name;
  const printing = usePrinting(answer.data);
  return (
    <>
      {printing.sheet && <StatementSheet statement={printing.sheet} />}
      <div className={printing.sheet ? 'no-print' : undefined}>
        <PageHead title={name ? `Account of ${name}` : 'Account'} description="What a company owes." hidden />
        <RecordTop list={recordHref('company', id)} previous="" />
        {isMissing(answer.error) ? (
          <MissingRecord list="/admin/companies" thing="company" all="All companies" />
        ) : (
          <>
            <h1>{name ? `Account of ${name}` : 'Account'}</h1>
            <Answered answer={answer} failure={error => refusal(error).message}>
              {statement => (
                <>
                  <Standing statement={statement} address={address} printing={printing} />
                  <div className={styles.parts}>
                    <div>
                      <OpenOrders statement={statement} />
                      <div className="no-print">
                        <PaymentsIn company={id} />
                        <RemindersSent company={id} />
                      </div>
                    </div>
                    <Panel title="Transactions">
                      <PageOf
                        {...{ address, total: statement.total, perPage: PER_PAGE }}
                        nothing={<p>Nothing has been charged to this account yet.</p>}
                      >
                        <AccountLines
                          entries={statement.entries}
                          hrefOf={order => recordHref('order', order)}
                        />
                      </PageOf>
                    </Panel>
                  </div>
                </>
              )}
            </Answered>
          </>
        )}
      </div>
    </>
  );
}

/** Prints a statement with all its lines. `shown`: as it is on the screen; once that has changed the sheet is a former one. */
function usePrinting(shown: Statement | undefined) {
  const { client } = trpc.useUtils();
  const [made, make] = useState<{ of: Statement; whole: Statement } | null>(null);
  useEffect(() => {
    if (made) print();
  }, [made]);
  const asked = useAction(
    async (of: Statement) => {
      const company = of.company._id;
      make({ of, whole: await wholeStatement(part => client.statement.get.query({ company, ...part })) });
    },
    { failure: DESK_NOTICES.statementFailed },
  );
  return {
    sheet: made && made.of === shown ? made.whole : undefined,
    isBusy: asked.isPending,
    begin: asked.mutate,
  };
}

interface StandingProps {
  statement: Statement;
  address: ListAddress;
  printing: Pick<ReturnType<typeof usePrinting>, 'begin' | 'isBusy'>;
}

function Standing({ statement, address, printing }: StandingProps) {
  const { company, date, balance, onAccount, due } = statement;
  const { creditLimit } = company;
  const { available, missing } = creditCheck({ owed: balance, creditLimit, total: ZERO });
  const { data: credit, isError } = trpc.storeCredit.look.useQuery(
    { company: company._id },
    { staleTime: 0 },
  );
  return (
    <Panel title={`As of ${longDate(date)}`}>
      {missing > 0 && (
        <div className={styles.over}>
          <p>
            {`${formatMoney(missing)} over the limit. Orders on account that have not left wait until it is paid, or somebody takes them on all the same.`}
          </p>
          <p className="no-print">
            <PayToRelease
              company={company._id}
              name={company.name}
              isAsked={address.of('pay') === 'release'}
              onClose={() => address.of('pay') && address.change({ pay: '' })}
            />
          </p>
        </div>
      )}
      <Ages account={statement} owes="Owes" hasGood="In their favor" />
      <Facts
        className={styles.facts}
        facts={[
          ['Due by now', formatMoney(due)],
          ['Credit limit', hasCredit(company) ? formatMoney(creditLimit) : 'None: it pays as it orders'],
          ['Credit left', hasCredit(company) ? formatMoney(available) : ''],
          ['Unapplied credit', formatMoney(onAccount)],
          ['Store credit', credit ? formatMoney(credit.balance) : isError ? 'It could not be read' : '…'],
          ['Account number', company.accountNumber ?? ''],
        ]}
      />
      <AccountDeeds owner={{ company: company._id }} name={company.name}>
        <Button size="small" busy={printing.isBusy} onClick={() => printing.begin(statement)}>
          Print the statement
        </Button>
      </AccountDeeds>
    </Panel>
  );
}
