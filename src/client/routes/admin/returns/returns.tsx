import { HowMany } from '#client/features/office/how-many.tsx';
import { type Column, IndexTable } from '#client/features/office/index-table.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { DAY } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { RETURN_STATUSES, type ReturnStatus } from '#shared/enumerations.ts';
import { settledSentence } from '#shared/rules/return-words.ts';
import type { Return } from '#shared/schemas/returns.ts';
import styles from './returns.module.css';

const VIEWS: Record<ReturnStatus, { name: string; none: string }> = {
  Requested: { name: 'Requested', none: 'Nobody waits for an answer.' },
  Approved: { name: 'On their way', none: 'Nothing is on its way back.' },
  Received: { name: 'To settle', none: 'Nothing is to be settled.' },
  Refunded: { name: 'Settled', none: 'Nothing was settled yet.' },
  Rejected: { name: 'Not accepted', none: 'Nothing was rejected.' },
};
const PER_PAGE = 25;

/** Shows /admin/returns: what customers send back, by what is to be done next. Each leads to its order. */
export function Component() {
  const address = useListAddress();
  const status = RETURN_STATUSES.find(one => one === address.of('view')) ?? 'Requested';
  const answer = trpc.returns.list.useQuery(
    { status, page: address.page, limit: PER_PAGE },
    { staleTime: 0, placeholderData: before => before },
  );
  return (
    <>
      <PageHead title="Returns" description="What customers send back." hidden />
      <h1>Returns</h1>
      <Tabs
        label="Views of returns"
        tabs={RETURN_STATUSES.map(one => ({
          to: `?view=${one}`,
          isCurrent: one === status,
          content: VIEWS[one].name,
        }))}
      />
      <Answered answer={answer} failure={error => refusal(error).message}>
        {({ returns, total }) => (
          <>
            <div className={styles.head}>
              <HowMany total={total} one="return" many="returns" />
            </div>
            <PageOf {...{ address, total, perPage: PER_PAGE }} nothing={<p>{VIEWS[status].none}</p>}>
              <IndexTable
                label="Returns"
                columns={status === 'Refunded' ? [...COLUMNS, SETTLED] : COLUMNS}
                rows={returns}
                keyOf={({ _id }) => _id}
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

const COLUMNS: readonly Column<Return>[] = [
  {
    id: 'order',
    head: 'Order',
    cell: ({ order, orderNumber }) => (
      <RecordLink to={recordHref('order', order)}>{String(orderNumber)}</RecordLink>
    ),
  },
  { id: 'customer', head: 'Customer', isText: true, cell: ({ name }) => name },
  {
    id: 'goods',
    head: 'Goods',
    isText: true,
    cell: ({ lines, notes }) => (
      <>
        {lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
        <small>
          {[...new Set([...lines.map(({ reason }) => reason), notes])].filter(Boolean).join('; ')}
        </small>
      </>
    ),
  },
  { id: 'pieces', head: 'Pieces', isFigure: true, cell: piecesOf },
  { id: 'asked', head: 'Asked for', cell: ({ createdAt }) => DAY.format(new Date(createdAt)) },
];

/** Says how many are sent back; once they are here, how many of them came. */
function piecesOf({ lines, status }: Return): string {
  const sum = (field: 'quantity' | 'received') => lines.reduce((all, line) => all + line[field], 0);
  const asked = sum('quantity').toLocaleString('en-US');
  const isHere = status === 'Received' || status === 'Refunded';
  return isHere ? `${sum('received').toLocaleString('en-US')} of ${asked}` : asked;
}

/** Is empty until then. */
const SETTLED: Column<Return> = { id: 'back', head: 'Settled', isText: true, cell: settledSentence };
