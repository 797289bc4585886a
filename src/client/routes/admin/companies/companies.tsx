import { HowMany } from '#client/features/office/how-many.tsx';
import { IndexTable } from '#client/features/office/index-table.tsx';
import { ListHead } from '#client/features/office/list-head.tsx';
import { Chips, chipsOf, Narrow, NarrowChoice, NoRows } from '#client/features/office/narrow.tsx';
import { useStaffList } from '#client/features/office/use-staff-list.ts';
import { ViewTabs } from '#client/features/office/view-tabs.tsx';
import { refusal } from '#client/refusal.ts';
import { COMPANY_DESK_COLUMNS } from '#client/routes/admin/companies/company-columns.tsx';
import { COMPANY_CHOICES, companiesAt } from '#client/routes/admin/companies/company-list.ts';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

/** Shows /admin/companies: every company, and how it stands on account. */
export function Component() {
  const list = useStaffList('companies', companiesAt);
  const { address, asked } = list;
  const answer = trpc.companies.desk.useQuery(asked, { staleTime: 0, placeholderData: before => before });
  return (
    <>
      <PageHead title="Companies" description="The companies that buy here." hidden />
      <h1>Companies</h1>
      <ViewTabs list={list} />
      <Narrow address={address} name="Search the companies" label="Name, account number or email">
        {COMPANY_CHOICES.map(choice => (
          <NarrowChoice key={choice.name} {...choice} address={address} />
        ))}
      </Narrow>
      <Chips address={address} chips={chipsOf(address, COMPANY_CHOICES)} />
      <Answered answer={list.whenKnown(answer)} failure={error => refusal(error).message}>
        {({ companies, total, ...sums }) => (
          <>
            <ListHead list={list} columns={COMPANY_DESK_COLUMNS}>
              <HowMany total={total} one="company" many="companies" />
            </ListHead>
            <PageOf
              {...{ address, total, perPage: asked.limit }}
              nothing={
                <NoRows address={address} choices={COMPANY_CHOICES} none="No company buys here yet." />
              }
            >
              <IndexTable
                label="Companies"
                columns={COMPANY_DESK_COLUMNS}
                rows={companies}
                keyOf={({ _id }) => _id}
                look={list.kept.look}
                sort={asked.sort}
                hrefOfSort={sort => address.hrefWith({ sort })}
                sums={sums}
              />
            </PageOf>
          </>
        )}
      </Answered>
    </>
  );
}
