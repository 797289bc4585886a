import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import type { Company } from '#shared/schemas/companies.ts';

/** The signed-in user's company; `put` takes what a change answered. */
export function useCompany() {
  const user = useUser();
  const queries = trpc.useUtils();
  const id = user?.company ?? '';
  const { data, error, refetch } = trpc.companies.byId.useQuery({ id }, { enabled: id !== '', staleTime: 0 });
  return {
    company: data,
    error,
    refetch,
    put: (company: Company) => queries.companies.byId.setData({ id: company._id }, company),
  };
}
