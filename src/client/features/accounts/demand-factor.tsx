import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SECOND_FACTOR_NOTICES } from '#shared/messages.ts';

/** Says whether staff must have a second factor, and lets an Admin change it. */
export function DemandFactor() {
  const queries = trpc.useUtils();
  const { data: state } = trpc.secondFactor.state.useQuery({}, { staleTime: 0 });
  const demand = useAction(
    (isDemanded: boolean) => queries.client.secondFactor.demand.mutate({ isDemanded }),
    {
      success: ({ isDemanded }) =>
        isDemanded ? SECOND_FACTOR_NOTICES.demanded : SECOND_FACTOR_NOTICES.notDemanded,
      failure: SECOND_FACTOR_NOTICES.failed,
      after: () => queries.secondFactor.state.invalidate(),
    },
  );
  if (!state) return null;
  return (
    <>
      <p>
        {state.isDemanded
          ? 'All staff must have one: anyone without one has to set it up at the next sign-in.'
          : 'Staff may sign in without one.'}
      </p>
      <div>
        <Button busy={demand.isPending} onClick={() => demand.mutate(!state.isDemanded)}>
          {state.isDemanded ? 'Let staff sign in without one' : 'Require one of everyone'}
        </Button>
      </div>
    </>
  );
}
