import { useParams } from 'react-router-dom';
import {
  Beside,
  isMissing,
  listBefore,
  MissingRecord,
  RecordTop,
} from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { companiesAt } from '#client/routes/admin/companies/company-list.ts';
import { CompanyRecord } from '#client/routes/admin/companies/company-record.tsx';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

const LIST = '/admin/companies';

/** Shows /admin/companies/{id}/{previous?}: one company, and the way back to the list that it was opened from. */
export function Component() {
  const { id = '', previous = '' } = useParams();
  const answer = trpc.companies.record.useQuery({ id }, { staleTime: 0 });
  const list = listBefore(LIST, previous);
  const { data: neighbours } = trpc.companies.deskBeside.useQuery(
    { ...companiesAt(list ?? { of: () => '', page: 1 }), id },
    { staleTime: 0, enabled: list !== null },
  );
  const name = answer.data?.name ?? 'Company';
  return (
    <>
      <PageHead title={name} description="One of the companies that buy here." hidden />
      <RecordTop list={LIST} previous={previous}>
        {list && <Beside list={LIST} previous={previous} neighbours={neighbours} />}
      </RecordTop>
      {isMissing(answer.error) ? (
        <MissingRecord list={LIST} thing="company" all="All companies" />
      ) : (
        <>
          <h1>{name}</h1>
          <Answered answer={answer} failure={error => refusal(error).message}>
            {company => <CompanyRecord key={company._id} company={company} />}
          </Answered>
        </>
      )}
    </>
  );
}
