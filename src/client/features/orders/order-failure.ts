import { refusal } from '#client/refusal.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';

/** Says that an order could not be read (rule N2). */
export function orderFailure(error: unknown): string {
  const { status, reason, message } = refusal(error);
  // A malformed id is an address that leads nowhere, too.
  if (status === 404 || status === 400) return ORDER_NOTICES.notInDatabase.text;
  return reason === 'too_many' || status === 0 ? message : ORDER_NOTICES.readFailed.text;
}
