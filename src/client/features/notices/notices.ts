import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Colour, NoticeBoard, type NoticeLink } from '#client/features/notices/notice-board.ts';
import { logFailure } from '#client/log.ts';
import { refusal } from '#client/refusal.ts';
import type { Notice } from '#shared/messages.ts';

/** The one banner of this browser tab. Nothing posts to it while a page is rendered, so the server's stays empty. */
export const board = new NoticeBoard();

const COLOURS: Record<Notice['kind'], Colour> = { success: 'green', failure: 'red', info: 'blue' };

/** Answers by which the board can withdraw it. */
export function notify({ kind, text, ms }: Notice, links: readonly NoticeLink[] = []): number {
  return board.post(COLOURS[kind], text, ms, links);
}

/** More ways on stand where there is room for them. */
const MAX_LINKS = 2;

/** A failure is forgotten when what failed is tried again. */
export function forgetFailure(): void {
  if (board.shown()?.colour === 'red') board.dismiss();
}

/**
 * Tells of a failed call: the notice of its reason when it has one, else the call's own (rule N2), with the pages that
 * lead on, where the caller doesn't show them itself. Field errors are shown beside their fields and need no banner.
 * Answers the id by which the board can withdraw it.
 */
export function notifyFailure(
  error: unknown,
  otherwise: Notice,
  { mostLinks = MAX_LINKS } = {},
): number | null {
  const { reason, message, ms, status, remedies } = refusal(error);
  if (reason === 'invalid') return null;
  logFailure(otherwise.text, error);
  const links = remedies.flatMap(({ text, href }) => (href ? [{ text, to: href }] : []));
  return notify(
    reason || status === 0 ? { kind: 'failure', text: message, ms } : otherwise,
    links.slice(0, mostLinks),
  );
}

/** The failure of one thing that can be tried again: said until it succeeds, or fails anew. */
export function useFailureNotice() {
  const shown = useRef<number | null>(null);
  const end = () => {
    if (shown.current !== null) board.withdraw(shown.current);
    shown.current = null;
  };
  return {
    end,
    tell: (error: unknown, otherwise: Notice) => {
      end();
      shown.current = notifyFailure(error, otherwise);
    },
    /** Says a failure, although it stands beside its fields already. */
    say: (notice: Notice) => {
      end();
      shown.current = notify(notice);
    },
  };
}

interface Told<Answer> {
  success?: Notice | ((answer: Answer) => Notice | undefined);
  failure: Notice;
  /** Runs before the success notice; what it returns is waited for. */
  after?: (answer: Answer) => unknown;
  /** Reads again what it was refused for: things may not be as they were seen. */
  onRefused?: () => unknown;
}

/** Makes a call that changes something, with the notices of its success and failure; a success ends its failure. */
export function useAction<Input, Answer>(call: (input: Input) => Promise<Answer>, told: Told<Answer>) {
  const failure = useFailureNotice();
  return useMutation<Answer, unknown, Input>({
    mutationFn: call,
    onSuccess: async answer => {
      failure.end();
      await told.after?.(answer);
      const notice = typeof told.success === 'function' ? told.success(answer) : told.success;
      if (notice) notify(notice);
    },
    onError: async error => {
      failure.tell(error, told.failure);
      await told.onRefused?.();
    },
  });
}
