import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { takeActs } from '#client/early-acts.ts';

/** Says what it knows of its fields. */
function Fields() {
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  const [way, setWay] = useState('ground');
  return (
    <>
      <input aria-label="text" value={text} onChange={({ target }) => setText(target.value)} />
      <textarea aria-label="words" value={words} onChange={({ target }) => setWords(target.value)} />
      <select aria-label="way" value={way} onChange={({ target }) => setWay(target.value)}>
        <option>ground</option>
        <option>local</option>
      </select>
      <p>{`${text}|${words}|${way}`}</p>
    </>
  );
}

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  page.innerHTML = renderToString(<Fields />);
  document.body.replaceChildren(page);
  Object.assign(window, { knurlPressed: new Set(), knurlTyped: new Set() });
});

function typeEarly(label: string, value: string): void {
  const field = page.querySelector<HTMLInputElement>(`[aria-label="${label}"]`);
  if (!field) throw new Error(`there is no ${label}`);
  field.value = value;
  window.knurlTyped?.add(field);
}
const hydrated = async () => {
  const catchUp = takeActs();
  const root = await act(async () => hydrateRoot(page, <Fields />));
  await act(async () => catchUp());
  const known = page.querySelector('p')?.textContent;
  const shown = [...page.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(one => one.value);
  await act(async () => root.unmount());
  return { known, shown };
};

it('what was typed before the scripts came is known once they are there', async () => {
  typeEarly('text', 'hollis');
  typeEarly('words', 'KN-12-BN 2');
  typeEarly('way', 'local');
  expect(await hydrated()).toEqual({
    known: 'hollis|KN-12-BN 2|local',
    shown: ['hollis', 'KN-12-BN 2', 'local'],
  });
});

it('what nobody typed is left as it came', async () => {
  expect(await hydrated()).toEqual({ known: '||ground', shown: ['', '', 'ground'] });
});
