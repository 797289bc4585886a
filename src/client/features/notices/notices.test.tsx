import { TRPCClientError } from '@trpc/client';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeBar } from '#client/features/notices/notice-bar.tsx';
import type { Colour } from '#client/features/notices/notice-board.ts';
import {
  board,
  forgetFailure,
  notify,
  notifyFailure,
  useFailureNotice,
} from '#client/features/notices/notices.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { openModals } from '#client/ui/open-modals.ts';
import { Sheet } from '#client/ui/sheet.tsx';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';
import { ORDER_NOTICES, SITE_NOTICES } from '#shared/messages.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  act(() => root.render(<NoticeBar />));
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.useRealTimers();
});

const said = (role: 'alert' | 'status') => page.querySelector(`[role=${role}]`)?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** Returns the error with which a call that the server refused is rejected. */
function refused(reason: ErrorReason | undefined, httpStatus: number): TRPCClientError<never> {
  const error = new TRPCClientError<never>('refused');
  const message = reason ? ERRORS[reason].notice : 'Something went wrong.';
  return Object.assign(error, { data: { message, code: 'X', reason, httpStatus } });
}

describe('the bar', () => {
  it.each<[Colour, 'alert' | 'status']>([
    ['red', 'alert'],
    ['green', 'status'],
    ['blue', 'status'],
    ['white', 'status'],
  ])('shows a %s notice in its colour and has it read out as %s [NOTE-01]', (colour, role) => {
    act(() => board.post(colour, 'Updated Product'));
    expect(said(role)).toBe('Updated Product');
    expect(said(role === 'alert' ? 'status' : 'alert')).toBe('');
    expect(page.querySelector(`[role=${role}] > div`)?.className).toContain(colour);
  });

  it('colours success green, failure red and information blue [NOTE-01]', () => {
    for (const [notice, colour] of [
      [SITE_NOTICES.welcome, 'green'],
      [SITE_NOTICES.newVersion, 'blue'],
      [ORDER_NOTICES.saveCartFailed, 'red'],
    ] as const) {
      act(() => notify(notice));
      expect(board.shown()).toMatchObject({ colour, text: notice.text, ms: notice.ms });
    }
  });

  it('goes by its button, and stays while it is pointed at', () => {
    act(() => notify(ORDER_NOTICES.saveCartFailed));
    const notice = page.querySelector('[role=alert] > div');
    act(() => notice?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    pass(60_000);
    expect(said('alert')).toBe('Error saving cart');
    act(() => page.querySelector<HTMLButtonElement>('[aria-label=Dismiss]')?.click());
    expect(said('alert')).toBe('');
  });
});

describe('while a dialog is open', () => {
  it('stands in the topmost one, and in the page again once that is closed', () => {
    const [first, second] = [1, 2].map(() => page.appendChild(document.createElement('dialog')));
    if (!first || !second) throw new Error('there is no dialog');
    act(() => openModals.add(first));
    act(() => openModals.add(second));
    act(() => notify(ORDER_NOTICES.saveCartFailed));
    expect(second.querySelector('[role=alert]')?.textContent).toBe('Error saving cart');
    expect(first.querySelector('[role=alert]')?.textContent).toBe('');
    act(() => openModals.remove(second));
    expect(first.querySelector('[role=alert]')?.textContent).toBe('Error saving cart');
    act(() => openModals.remove(first));
    expect(page.querySelectorAll('dialog [role=alert]')).toHaveLength(0);
    expect(said('alert')).toBe('Error saving cart');
  });

  it.each([
    ['dialog', Dialog],
    ['sheet', Sheet],
  ])('stands between head and content of a %s', (_, Modal) => {
    act(() =>
      root.render(
        <>
          <NoticeBar />
          <Modal open onClose={() => undefined} title="Refund">
            <p id="content">Nothing is left.</p>
          </Modal>
        </>,
      ),
    );
    act(() => notify(ORDER_NOTICES.saveCartFailed));
    const order = [...page.querySelectorAll('dialog :is(h2, [role=alert], #content)')];
    expect(order.map(({ textContent }) => textContent)).toEqual([
      'Refund',
      'Error saving cart',
      'Nothing is left.',
    ]);
  });
});

describe('the failure of something that can be tried again', () => {
  function Trying({ take }: { take: (notice: ReturnType<typeof useFailureNotice>) => void }) {
    take(useFailureNotice());
    return null;
  }

  it('is taken down by its success, and no other notice is', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let notice: ReturnType<typeof useFailureNotice> | undefined;
    const other = createRoot(document.createElement('div'));
    act(() =>
      other.render(
        <Trying
          take={taken => {
            notice = taken;
          }}
        />,
      ),
    );
    act(() => notice?.tell(refused('credit_limit', 503), ORDER_NOTICES.saveCartFailed));
    expect(said('alert')).toContain('Your outstanding balance');
    act(() => {
      notice?.end();
      notify(SITE_NOTICES.welcome);
    });
    expect([said('alert'), said('status')]).toEqual(['', 'Welcome!']);
    act(() => notice?.end());
    expect(said('status')).toBe('Welcome!');
    act(() => other.unmount());
    written.mockClear();
  });

  it('is taken down while it waits behind another', () => {
    act(() => notify(ORDER_NOTICES.chargeFailed));
    let id = 0;
    act(() => {
      id = notify(ORDER_NOTICES.saveCartFailed);
    });
    act(() => board.withdraw(id));
    act(() => board.dismiss());
    expect(said('alert')).toBe('');
  });
});

describe('a call that failed', () => {
  it.each<[string, TRPCClientError<never> | Error, string]>([
    [
      'says the reason where there is one',
      refused('credit_limit', 503),
      'Your outstanding balance has exceeded your credit limit. Please make a payment or contact accounting.',
    ],
    ['says the cart’s own notice otherwise', refused(undefined, 500), 'Error saving cart'],
    [
      'says that nothing answers',
      new Error('Failed to fetch'),
      'The shop could not be reached. Please check your connection and try again.',
    ],
  ])('%s, and is written to the console by the one logger [LOG-01]', (_, error, text) => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    act(() => notifyFailure(error, ORDER_NOTICES.saveCartFailed));
    expect(said('alert')).toBe(text);
    expect(written.mock.calls).toEqual([['Error saving cart:', error]]);
    written.mockClear();
  });

  it('for want of a session says so until it is dismissed [NOTE-01]', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    act(() => notifyFailure(refused('signed_out', 401), ORDER_NOTICES.saveCartFailed));
    written.mockClear();
    pass(3_600_000);
    expect(said('alert')).toBe('Your session has expired, please log in again.');
    act(() => board.dismiss());
    expect(said('alert')).toBe('');
  });

  it('is said beside its fields, and nowhere else, when these are wrong', () => {
    act(() => notifyFailure(refused('invalid', 400), ORDER_NOTICES.saveCartFailed));
    expect(said('alert')).toBe('');
  });

  it('is forgotten when it is tried again', () => {
    act(() => notify(ORDER_NOTICES.chargeFailed));
    act(forgetFailure);
    expect(said('alert')).toBe('');
    act(() => notify(SITE_NOTICES.welcome));
    act(forgetFailure);
    expect(said('status')).toBe('Welcome!');
  });
});
