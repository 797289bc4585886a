import { QueryClientProvider } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { act, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { board } from '#client/features/notices/notices.ts';
import { createQueryClient, trpc } from '#client/trpc.ts';
import { setStage } from '#client/ui/stage.test-support.ts';
import { ERRORS, type ErrorReason, type FieldIssue } from '#shared/errors.ts';

/** The answer to a call by its input; what it throws is the refusal. */
type Answer = (input: never) => unknown;

const MOST_TRIES = 200;

/** Makes the error that a call is refused with. */
export function refused(reason: ErrorReason, more: { issues?: FieldIssue[]; details?: unknown } = {}): Error {
  const { code, status, notice } = ERRORS[reason];
  const data = { message: notice, code, reason, httpStatus: status, ...more };
  return Object.assign(new TRPCClientError<never>(notice), { data });
}

/** Sets up a place for screens whose calls are answered by `answers`, by their names, and kept in `sent`. */
export function setApi() {
  const stage = setStage();
  const api = {
    answers: {} as Record<string, Answer>,
    sent: [] as [path: string, input: unknown][],
    page: document.body as HTMLElement,
    /** Shows a screen as it is once everything that it asks for was answered. */
    show: async (screen: ReactNode) => {
      stage.show(<Provided>{screen}</Provided>);
      await api.settle();
    },
    /** Waits until nothing is under way, nor begins because of what was answered. */
    settle: async () => {
      for (let still = 0; still < 3; still = underWay === 0 ? still + 1 : 0)
        await act(() => new Promise(resolve => setTimeout(resolve)));
    },
    /** Waits until something doesn't fail any more. */
    until: async (look: () => unknown) => {
      for (let tries = 0; ; tries++) {
        await act(() => new Promise(resolve => setTimeout(resolve, 20)));
        try {
          return look();
        } catch (error) {
          if (tries === MOST_TRIES) throw error;
        }
      }
    },
    /** The calls of a name, by what they were sent with. */
    sentTo: (path: string) => api.sent.filter(([name]) => name === path).map(([, input]) => input),
    button: (name: string | RegExp) => one(stage.page, 'button', name),
    press: async (name: string | RegExp) => {
      await act(async () => api.button(name).click());
      await api.settle();
    },
    /** The field that a label names. */
    field: (label: string | RegExp) => fieldOf(stage.page, label),
    type: async (label: string | RegExp, text: string) => {
      const field = fieldOf(stage.page, label);
      await act(async () => {
        const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
        set?.call(field, text);
        field.dispatchEvent(
          new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
        );
      });
      await api.settle();
    },
    check: async (label: string | RegExp) => {
      await act(async () => fieldOf(stage.page, label).click());
      await api.settle();
    },
    submit: async () => {
      const form = stage.page.querySelector('form');
      await act(async () => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
      await api.settle();
    },
    notice: () => board.shown()?.text ?? '',
  };
  let underWay = 0;
  let errors: MockInstance<typeof console.error>;
  let Provided: (props: { children: ReactNode }) => ReactNode = ({ children }) => children;
  beforeEach(() => {
    Object.assign(api, { answers: {}, sent: [], page: stage.page });
    underWay = 0;
    errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const queryClient = createQueryClient();
    const client = trpc.createClient({
      links: [
        () =>
          ({ op: { path, input } }) =>
            observable(observer => {
              api.sent.push([path, input]);
              underWay += 1;
              const answer = Promise.resolve().then(() => {
                const known = api.answers[path];
                if (!known) throw new Error(`nothing answers ${path}`);
                return known(input as never);
              });
              answer
                .then(data => {
                  observer.next({ result: { type: 'data', data } });
                  observer.complete();
                })
                .catch(error => observer.error(error))
                .finally(() => {
                  underWay -= 1;
                });
            }),
      ],
    });
    Provided = ({ children }) => (
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element: children }])} />
        </QueryClientProvider>
      </trpc.Provider>
    );
  });
  afterEach(() => {
    // A refusal that a test made is logged, and expected; nothing else is.
    const others = errors.mock.calls.filter(([, error]) => !(error instanceof TRPCClientError));
    errors.mockClear();
    expect(others).toEqual([]);
  });
  return api;
}

function one(page: HTMLElement, selector: string, name: string | RegExp): HTMLElement {
  const isNamed = (element: HTMLElement) => {
    const own = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    return typeof name === 'string' ? own === name : name.test(own);
  };
  const found = [...page.querySelectorAll<HTMLElement>(selector)].filter(isNamed);
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} of ${selector} are called ${name}`);
  return first;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldOf(page: HTMLElement, label: string | RegExp): Field {
  const named = [...page.querySelectorAll<HTMLLabelElement>('label')].find(({ textContent }) => {
    const own = (textContent ?? '').replace(/ \(optional\)$/, '').trim();
    return typeof label === 'string' ? own === label : label.test(own);
  });
  const field = named?.htmlFor
    ? page.ownerDocument.getElementById(named.htmlFor)
    : (named?.querySelector('input') ?? page.querySelector(`[aria-label="${label}"]`));
  if (!field) throw new Error(`no field is labelled ${label}`);
  return field as Field;
}
