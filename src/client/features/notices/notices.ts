import { useMutation } from '@tanstack/react-query';
import { type Colour, NoticeBoard } from '#client/features/notices/notice-board.ts';
import { logFailure } from '#client/log.ts';
import { refusal } from '#client/refusal.ts';
import type { Notice } from '#shared/messages.ts';

/** The one banner of this browser tab. Nothing posts to it while a page is rendered, so the server's stays empty. */
export const board = new NoticeBoard();

const COLOURS: Record<Notice['kind'], Colour> = { success: 'green', failure: 'red', info: 'blue' };

export function notify({ kind, text, ms }: Notice): void {
  board.post(COLOURS[kind], text, ms);
}

/** A failure is forgotten when what failed is tried again. */
export function forgetFailure(): void {
  if (board.shown()?.colour === 'red') board.dismiss();
}

/**
 * Tells of a failed call: the notice of its reason when it has one, else the one that the specification gives for
 * the call. Field errors are shown beside their fields and need no banner.
 */
export function notifyFailure(error: unknown, otherwise: Notice): void {
  const { reason, message, ms, status } = refusal(error);
  if (reason === 'invalid') return;
  logFailure(otherwise.text, error);
  notify(reason || status === 0 ? { kind: 'failure', text: message, ms } : otherwise);
}

interface Told<Answer> {
  success?: Notice | ((answer: Answer) => Notice | undefined);
  failure: Notice;
  /** Runs before the success notice; what it returns is waited for. */
  after?: (answer: Answer) => unknown;
}

/** A call that changes something, with the notices of its success and failure (spec §8). */
export function useAction<Input, Answer>(call: (input: Input) => Promise<Answer>, told: Told<Answer>) {
  return useMutation<Answer, unknown, Input>({
    mutationFn: call,
    onSuccess: async answer => {
      await told.after?.(answer);
      const notice = typeof told.success === 'function' ? told.success(answer) : told.success;
      if (notice) notify(notice);
    },
    onError: error => notifyFailure(error, told.failure),
  });
}
