import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ASK_AGAIN } from '#client/missing-start.ts';

const reload = vi.fn();
let answers: boolean[] = [];
const asked: string[] = [];
let page: Record<string, unknown>;

/** The inline script in a window of its own, as far as it looks at one. */
function run() {
  page = {};
  const listeners: ((event: { target: unknown }) => void)[] = [];
  const fetching = (file: string) => {
    asked.push(file);
    return Promise.resolve({ ok: answers.shift() ?? false });
  };
  new Function(
    'fetch',
    'location',
    'addEventListener',
    'page',
    `var knurlMissing;${ASK_AGAIN};page.missing=knurlMissing`,
  )(
    fetching,
    { reload },
    (_type: string, listen: (event: { target: unknown }) => void) => listeners.push(listen),
    page,
  );
  const script = Object.assign(document.createElement('script'), { type: 'module' });
  script.setAttribute('src', 'https://shop.test/assets/start.js');
  return () => listeners[0]?.({ target: script });
}
const said = () => document.getElementById('missing')?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockClear();
  asked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it('a page whose script was refused says so, asks for it again, and is loaded anew once it is there', async () => {
  const fail = run();
  answers = [false, true];
  fail();
  fail();
  expect(document.querySelectorAll('#missing')).toHaveLength(1);
  expect(said()).toContain('A part of this page could not be loaded. Trying again');
  expect(document.querySelector('#missing a')?.getAttribute('href')).toBe('');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(Array(2).fill('https://shop.test/assets/start.js'));
});

it('it is loaded anew neither over what was typed nor for ever, and gives up after a minute', async () => {
  document.body.innerHTML = '<input>';
  (document.querySelector('input') as HTMLInputElement).value = 'Ada';
  answers = [true];
  run()();
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  expect(said()).toContain('It is available now. Reload the page');

  for (let time = 0; time < 4; time++) {
    document.body.innerHTML = '';
    answers = [true];
    run()();
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(reload).toHaveBeenCalledTimes(2);

  document.body.innerHTML = '';
  answers = [];
  asked.length = 0;
  run()();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveLength(12);
  expect(said()).toBe('A part of this page could not be loaded. Reload the page');
});
