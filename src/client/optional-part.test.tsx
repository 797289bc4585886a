import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadAhead, optionalPart } from '#client/optional-part.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page, { onCaughtError: () => undefined });
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.useRealTimers();
});

const Popup = ({ name }: { name: string }) => <p>{name}</p>;

/** A part that is refused so often; `loadPart` asks three times in three seconds. */
function refused(times: number) {
  const load = vi.fn(async () => ({ Popup }));
  for (let n = 0; n < times; n++) load.mockRejectedValueOnce(new TypeError('gone'));
  return load;
}
const picked = (module: { Popup: typeof Popup }) => module.Popup;
const threeTries = () => act(() => vi.advanceTimersByTimeAsync(3000));

it('a part that can’t be loaded takes nothing else of the page, and whoever wants to is told', async () => {
  const onMissing = vi.fn();
  const Part = optionalPart(refused(3), picked, { onMissing });
  act(() =>
    root.render(
      <>
        <h1>Shop</h1>
        <Part name="popup" />
      </>,
    ),
  );
  await threeTries();
  expect(page.textContent).toBe('Shop');
  expect(onMissing.mock.calls).toEqual([[{ name: 'popup' }]]);
});

it('it is asked for again where it is shown next', async () => {
  const load = refused(3);
  const Part = optionalPart(load, picked, {});
  act(() => root.render(<Part name="one" />));
  await threeTries();
  expect(page.textContent).toBe('');
  act(() => root.render(null));
  act(() => root.render(<Part name="two" />));
  await threeTries();
  expect(page.textContent).toBe('two');
  expect(load).toHaveBeenCalledTimes(4);
});

it('it is asked for again where it stands, by whoever presses for it', async () => {
  const Part = optionalPart(refused(3), picked, {
    waiting: ({ name }) => `waiting for ${name}`,
    missing: ({ name }, again) => (
      <button type="button" onClick={again}>
        {`no ${name}`}
      </button>
    ),
  });
  act(() => root.render(<Part name="card" />));
  expect(page.textContent).toBe('waiting for card');
  await threeTries();
  expect(page.textContent).toBe('no card');
  act(() => page.querySelector('button')?.click());
  await threeTries();
  expect(page.textContent).toBe('card');
});

it('no part of the shop comes later in another way', () => {
  const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const own = Object.keys(sources).filter(file => /\blazy\(/.test(sources[file] ?? ''));
  expect(own.sort()).toEqual(['./entry-client.tsx', './optional-part.tsx', './prefetch.ts']);
});

/** A part that may come with a page. */
const named = (source: string, times: number) =>
  optionalPart(refused(times), picked, { source, waiting: () => <p>one moment</p> });

it('what was loaded ahead stands in the page from the start, as the server writes it; anything else waits', async () => {
  const [Early, Later] = [named('early.tsx', 0), named('later.tsx', 0)];
  await loadAhead(['early.tsx', 'unknown.tsx']);
  expect(renderToString(<Early name="popup" />)).toBe('<p>popup</p>');
  expect(renderToString(<Later name="popup" />)).toContain('<p>one moment</p>');
});

it('what comes while it is waited for is shown once, and not anew by what is drawn after it', async () => {
  const Part = named('meanwhile.tsx', 0);
  act(() => root.render(<Part name="first" />));
  expect(page.textContent).toBe('one moment');
  await act(() => loadAhead(['meanwhile.tsx']));
  const shown = page.firstElementChild;
  expect(shown?.textContent).toBe('first');
  act(() => root.render(<Part name="second" />));
  expect(page.firstElementChild).toBe(shown);
  expect(page.textContent).toBe('second');
});

it('what could not be loaded ahead is asked for where it is shown', async () => {
  const Part = named('refused.tsx', 3);
  const ahead = loadAhead(['refused.tsx']);
  await vi.advanceTimersByTimeAsync(3000);
  await ahead;
  act(() => root.render(<Part name="popup" />));
  await act(async () => undefined);
  expect(page.textContent).toBe('popup');
});
