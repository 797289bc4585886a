import { HowMany } from '#client/features/office/how-many.tsx';
import { IndexTable } from '#client/features/office/index-table.tsx';
import { ListHead } from '#client/features/office/list-head.tsx';
import { Chips, chipsOf, Narrow, NarrowChoice, NoRows } from '#client/features/office/narrow.tsx';
import { useStaffList } from '#client/features/office/use-staff-list.ts';
import { ViewTabs } from '#client/features/office/view-tabs.tsx';
import { refusal } from '#client/refusal.ts';
import { USER_DESK_COLUMNS } from '#client/routes/admin/users/user-columns.tsx';
import { USER_CHOICES, usersAt } from '#client/routes/admin/users/user-list.ts';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

/** Shows /admin/users: every account, for staff to find. */
export function Component() {
  const list = useStaffList('users', usersAt);
  const { address, asked } = list;
  const answer = trpc.users.desk.useQuery(asked, { staleTime: 0, placeholderData: before => before });
  return (
    <>
      <PageHead title="Users" description="The people of the shop." hidden />
      <h1>Users</h1>
      <ViewTabs list={list} />
      <Narrow address={address} name="Search the users" label="Name, email, phone or company">
        {USER_CHOICES.map(choice => (
          <NarrowChoice key={choice.name} {...choice} address={address} />
        ))}
      </Narrow>
      <Chips address={address} chips={chipsOf(address, USER_CHOICES)} />
      <Answered answer={list.whenKnown(answer)} failure={error => refusal(error).message}>
        {({ users, total }) => (
          <>
            <ListHead list={list} columns={USER_DESK_COLUMNS}>
              <HowMany total={total} one="user" many="users" />
            </ListHead>
            <PageOf
              {...{ address, total, perPage: asked.limit }}
              nothing={<NoRows address={address} choices={USER_CHOICES} none="Nobody has an account yet." />}
            >
              <IndexTable
                label="Users"
                columns={USER_DESK_COLUMNS}
                rows={users}
                keyOf={({ _id }) => _id}
                look={list.kept.look}
                sort={asked.sort}
                hrefOfSort={sort => address.hrefWith({ sort })}
              />
            </PageOf>
          </>
        )}
      </Answered>
    </>
  );
}
