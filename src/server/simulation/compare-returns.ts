import { type Bench, deedsOf, NOT_DONE, UNASKED } from '#server/simulation/deed-bench.ts';
import type { Add } from '#server/simulation/judge.ts';

interface Return {
  id: string;
  status: string;
  fee: number;
  way: string | null;
  /** The units received and scrapped of each line. */
  counts: Record<string, [number, number]>;
}

/** Looks at returns: what staff were told of stands there, and nothing that nobody did. */
export async function compareReturns({ select, deeds, add }: Bench): Promise<void> {
  const returns = await select<Return>(`
    select id, status, fee::int as fee, refund_to as way, (
      select json_object_agg(id, json_build_array(received, scrapped)) from return_lines where "return" = returns.id) as counts
    from returns`);
  for (const one of returns) {
    const its = deeds.filter(deed => 'return' in deed && deed.return === one.id);
    compareTold(one, its, add);
    compareSteps(one, its, add);
  }
}

/** Looks at the steps of which staff were told that they are taken. */
function compareTold({ id, status, fee, way, counts }: Return, its: Bench['deeds'], add: Add): void {
  const wrong = (what: string) => add(NOT_DONE, `return ${id} is ${status}, ${what}`);
  const told = its.filter(deed => deed.told === 'done');
  if (deedsOf(told, 'reject').length > 0 && status !== 'Rejected') wrong('and was rejected');
  const counted = deedsOf(told, 'receive');
  if (counted.length > 0 && status !== 'Received' && status !== 'Refunded') wrong('and was received');
  for (const { line, received, scrapped } of counted.flatMap(({ lines }) => lines))
    if (counts[line]?.[0] !== received || counts[line]?.[1] !== scrapped)
      wrong(`with ${counts[line]} of ${received} and ${scrapped}`);
  const settled = deedsOf(told, 'settle');
  if (settled.length > 0 && status !== 'Refunded') wrong('and was paid back');
  // Whoever names no fee is answered so too where somebody else had just settled it with one.
  const named = deedsOf(its, 'settle').filter(one => one.told !== 'refused');
  const mayBe = (asked: number) => asked === fee || (asked === 0 && named.some(one => one.fee === fee));
  for (const deed of settled)
    if (!mayBe(deed.fee) || (deed.way !== null && way !== null && deed.way !== way))
      wrong(`with a fee of ${fee}, by ${way}: ${JSON.stringify(deed)}`);
}

/** Looks at the steps that it took, each of which somebody must have taken so. */
function compareSteps({ id, status, fee, way, counts }: Return, its: Bench['deeds'], add: Add): void {
  if (status === 'Rejected' && !deedsOf(its, 'reject').some(deed => deed.told !== 'refused'))
    add(UNASKED, `return ${id} was rejected`);
  if (status !== 'Received' && status !== 'Refunded') return;
  // Whoever had no answer, and asked again, is refused once somebody else has paid it back.
  const isCounted = deedsOf(its, 'receive').some(
    deed =>
      (deed.told !== 'refused' || status === 'Refunded') &&
      deed.lines.every(
        ({ line, received, scrapped }) => counts[line]?.[0] === received && counts[line]?.[1] === scrapped,
      ),
  );
  if (!isCounted) add(UNASKED, `return ${id} was received: ${JSON.stringify(counts)}`);
  const isSettled = deedsOf(its, 'settle').some(
    deed =>
      deed.told !== 'refused' && deed.fee === fee && (way === null || deed.way === null || deed.way === way),
  );
  if (status === 'Refunded' && !isSettled) add(UNASKED, `return ${id} was paid back by ${way}, less ${fee}`);
}
