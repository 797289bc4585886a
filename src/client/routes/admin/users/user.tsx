import { useParams } from 'react-router-dom';
import {
  Beside,
  isMissing,
  listBefore,
  MissingRecord,
  RecordTop,
} from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { usersAt } from '#client/routes/admin/users/user-list.ts';
import { UserRecord } from '#client/routes/admin/users/user-record.tsx';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

const LIST = '/admin/users';

/** Shows /admin/users/{id}/{previous?}: one account, and the way back to the list that it was opened from. */
export function Component() {
  const { id = '', previous = '' } = useParams();
  const answer = trpc.users.record.useQuery({ id }, { staleTime: 0 });
  const list = listBefore(LIST, previous);
  const { data: neighbours } = trpc.users.deskBeside.useQuery(
    { ...usersAt(list ?? { of: () => '', page: 1 }), id },
    { staleTime: 0, enabled: list !== null },
  );
  const { data: user } = answer;
  const name = user ? user.name || user.email : 'User';
  return (
    <>
      <PageHead title={name} description="One of the people of the shop." hidden />
      <RecordTop list={LIST} previous={previous}>
        {list && <Beside list={LIST} previous={previous} neighbours={neighbours} />}
      </RecordTop>
      {isMissing(answer.error) ? (
        <MissingRecord list={LIST} thing="user" all="All users" />
      ) : (
        <>
          <h1>{name}</h1>
          <Answered answer={answer} failure={error => refusal(error).message}>
            {record => <UserRecord key={record._id} user={record} />}
          </Answered>
        </>
      )}
    </>
  );
}
