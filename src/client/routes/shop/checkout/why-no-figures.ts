import { refusal } from '#client/refusal.ts';
import { SETTINGS_NOTICES } from '#shared/messages.ts';

/** Why a cart could not be added up, in words. */
export function whyNoFigures(error: unknown): string {
  const { issues, message, reason, status } = refusal(error);
  if (issues.some(({ path }) => path[0] === 'cartIds')) {
    return 'This cart no longer exists: it was ordered or removed.';
  }
  return status >= 500 && reason === null ? `${SETTINGS_NOTICES.readTaxFailed.text} ${message}` : message;
}
