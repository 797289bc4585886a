import { HowMany } from '#client/features/office/how-many.tsx';
import { IndexTable } from '#client/features/office/index-table.tsx';
import { Chips, chipsOf, Narrow, NarrowChoice, NoRows } from '#client/features/office/narrow.tsx';
import { refusal } from '#client/refusal.ts';
import { USER_COLUMNS } from '#client/routes/admin/users/user-columns.tsx';
import { USER_CHOICES, usersAt } from '#client/routes/admin/users/user-list.ts';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

/** Shows /admin/users: every account, for staff to find. */
export function Component() {
  const address = useListAddress();
  const asked = usersAt(address);
  const answer = trpc.users.desk.useQuery(asked, { staleTime: 0, placeholderData: before => before });
  return (
    <>
      <PageHead title="Users" description="The people of the shop." hidden />
      <h1>Users</h1>
      <Narrow address={address} name="Search the users" label="Name, email, phone or company">
        {USER_CHOICES.map(choice => (
          <NarrowChoice key={choice.name} {...choice} address={address} />
        ))}
      </Narrow>
      <Chips address={address} chips={chipsOf(address, USER_CHOICES)} />
      <Answered answer={answer} failure={error => refusal(error).message}>
        {({ users, total }) => (
          <>
            <HowMany total={total} one="user" many="users" />
            <PageOf
              {...{ address, total, perPage: asked.limit }}
              nothing={<NoRows address={address} choices={USER_CHOICES} none="Nobody has an account yet." />}
            >
              <IndexTable
                label="Users"
                columns={USER_COLUMNS}
                rows={users}
                keyOf={({ _id }) => _id}
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
