import type { Customer } from '#client/routes/admin/create-order/customer-field.tsx';
import { trpc } from '#client/trpc.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { hasCredit } from '#shared/rules/credit.ts';
import type { Money } from '#shared/rules/money.ts';

interface Standing {
  /** How they pay unless it is said otherwise. */
  usualPayment: PaymentType;
  /** They have one to pay on, as far as is known. */
  hasAccount: boolean;
  /** Null: nobody's, or not known yet. */
  storeCredit: Money | null;
}

/** Tells how a customer usually pays, and their store credit. Whoever stands at the counter has no account to pay on. */
export function useStanding(customer: Customer): Standing {
  const { kind } = customer;
  const _id = kind === 'walk-in' ? '' : customer._id;
  // A person is read beside the order anyhow, and not again for it; what a company has left changes with each order.
  const beside = { staleTime: Number.POSITIVE_INFINITY };
  const user = trpc.users.record.useQuery({ id: _id }, { enabled: kind === 'user', ...beside });
  const id = kind === 'company' ? _id : (user.data?.company ?? '');
  const company = trpc.companies.record.useQuery({ id }, { enabled: id !== '', staleTime: 0 });
  const known = kind === 'user' ? user.data : kind === 'company' ? company.data : undefined;
  const storeCredit = known?.storeCredit ?? null;
  if (kind === 'walk-in') return { usualPayment: 'Cash', hasAccount: false, storeCredit };
  const hasNone = kind === 'user' && user.data !== undefined && id === '';
  if (!hasNone && (!company.data || hasCredit(company.data)))
    return { usualPayment: 'Terms', hasAccount: true, storeCredit };
  const preferred = company.data?.preferredPayment ?? null;
  const usualPayment = preferred === null || preferred === 'Terms' ? 'credit-card' : preferred;
  return { usualPayment, hasAccount: false, storeCredit };
}
