import { useMutation } from '@tanstack/react-query';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import type { ErrorReason, FieldIssue } from '#shared/errors.ts';
import type { Notice } from '#shared/messages.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';

interface Told<Answer> {
  success: (answer: Answer) => Notice;
  failure: Notice;
  /** Runs once it is done, or waits for an Admin. */
  after: () => unknown;
  /** Takes what is wrong with the fields. */
  show: (issues: readonly FieldIssue[]) => void;
  /** Refusals that the caller tells of itself. */
  own?: readonly ErrorReason[];
  /** Reads again what is looked at, where it is another by now; what was typed stays. */
  onStale?: () => unknown;
}

/** Refusals after which things are not as they were seen. */
const STALE: readonly ErrorReason[] = ['invalid', 'stale', 'order_state', 'figures_changed', 'key_reused'];

/**
 * Makes a call by which staff give something. If an Admin has to approve it, it is told as what it is: stored, and not
 * failed.
 */
export function useGiving<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { success, failure, after, show, own = [], onStale }: Told<Answer>,
) {
  const notice = useFailureNotice();
  return useMutation<Answer, unknown, Input>({
    mutationFn: call,
    onMutate: () => notice.end(),
    onSuccess: async answer => {
      await after();
      notify(success(answer));
    },
    onError: async error => {
      const { reason, message, ms, issues } = refusal(error);
      if (reason === 'waits_for_admin') {
        await after();
        notify({ kind: 'info', text: message, ms });
      } else {
        // Also of goods that are gone or short it is said which line.
        if (issues.length > 0) show(issues);
        const isTold = reason === 'invalid' || (reason !== null && own.includes(reason));
        if (!isTold && reason === 'key_reused') notice.say(MONEY_NOTICES.doneAlready);
        else if (!isTold) notice.tell(error, failure);
      }
      if (reason && STALE.includes(reason)) await onStale?.();
    },
  });
}
