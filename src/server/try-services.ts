import type { App } from '#server/context.ts';

/**
 * Asks once whether the gateway and the mail server take what the shop hands them, and logs what is wrong with the
 * variable's name. Ends nothing: a shop that can't be paid or can't mail yet is still open, and both may come back.
 */
export async function tryServices({
  payments,
  mail,
  log,
}: Pick<App, 'payments' | 'mail' | 'log'>): Promise<void> {
  const problems = await Promise.all([payments.problem(), mail.problem()]);
  for (const problem of problems) if (problem !== null) log.error(problem);
}
