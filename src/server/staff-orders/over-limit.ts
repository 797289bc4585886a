import type { SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { ABOVE_CREDIT } from '#server/limits/act-words.ts';
import { type Asked, MustWait } from '#server/limits/refuse-above-limit.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** Says in the words of an act that it goes above what its company may owe; '' where it does not. */
export const aboveCredit = (above: Money | null): string =>
  above === null ? '' : `${formatMoney(above)} ${ABOVE_CREDIT}`;

/** Throws `MustWait` where an Employee goes on above what a company may owe (rule A16): an Admin is asked about just that. */
export function refuseOverLimitAlone(
  staff: Pick<SessionUser, 'permissionLevel'>,
  above: Money | null,
  asked: Omit<Asked, 'amount' | 'why'>,
): void {
  if (above !== null && staff.permissionLevel !== 'Admin')
    throw new MustWait({ ...asked, amount: above, why: 'credit' });
}

/** Throws `figures_changed` where it goes further above a company's limit than whoever says yes to it saw. */
export function refuseFurther(above: Money | null, seen: Money | null): void {
  if (above === null || seen === null || above <= seen) return;
  throw new AppError('figures_changed', { about: { isPassing: true } });
}

/**
 * Leaves out that it may go above the limit, where it does not: what is stored is carried out by an Admin later, who was
 * asked about something else.
 */
export function withinLimit<Input extends { overLimit?: true | undefined }>(
  input: Input,
  above: Money | null,
): Input {
  const { overLimit, ...rest } = input;
  return (above === null ? rest : input) as Input;
}
