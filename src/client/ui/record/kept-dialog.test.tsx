import { act, useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router-dom';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import { LeaveAsked } from '#client/ui/record/leave-guard.tsx';
import { SaveBar } from '#client/ui/record/save-bar.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
// Test files share a window: none after this one is to find it there.
afterAll(() => {
  vi.unstubAllGlobals();
});

/** A record with a dialog over it, a way elsewhere, and maybe a change of its own. */
function Page({ changes = [] }: { changes?: string[] }) {
  const [isOpen, setOpen] = useState(true);
  const [own, setOwn] = useState(changes);
  return (
    <>
      <p>{`at ${useLocation().pathname}`}</p>
      <Link to="/elsewhere">Elsewhere</Link>
      <SaveBar changes={own} busy={false} onSave={() => undefined} onDiscard={() => setOwn([])} />
      {isOpen && (
        <KeptDialog open onClose={() => setOpen(false)} title="Payment">
          <input name="amount" />
          <button type="button" onClick={() => setOpen(false)}>
            Leave it
          </button>
        </KeptDialog>
      )}
      <LeaveAsked />
    </>
  );
}
const show = (changes?: string[]) =>
  stage.show(
    <RouterProvider router={createMemoryRouter([{ path: '*', element: <Page changes={changes} /> }])} />,
  );
const field = () => stage.page.querySelector<HTMLInputElement>('[name="amount"]');
const type = (value: string) =>
  act(async () => {
    const input = field();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const pressEscape = () =>
  act(async () => {
    field()
      ?.closest('dialog')
      ?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
const press = (name: string) =>
  act(async () =>
    [...stage.page.querySelectorAll<HTMLElement>('button, a')].find(one => one.textContent === name)?.click(),
  );
const text = () => stage.page.textContent ?? '';

it('a dialog that nothing was typed into is closed at once', async () => {
  show();
  await pressEscape();
  expect(field()).toBeNull();
});

it('a dialog that something was typed into asks before it is closed, and keeps it', async () => {
  show();
  await type('40');
  await pressEscape();
  expect(field()?.value).toBe('40');
  expect(text()).toContain('Close without saving?');
  await press('Go on editing');
  expect([field()?.value, text().includes('Close without saving?')]).toEqual(['40', false]);
  await act(async () => stage.page.querySelector<HTMLElement>('[aria-label="Close"]')?.click());
  expect([field()?.value, text().includes('Close without saving?')]).toEqual(['40', true]);
  await press('Close and discard');
  expect(field()).toBeNull();
});

it('its own button leaves it without asking', async () => {
  show();
  await type('40');
  await press('Leave it');
  expect([field(), text().includes('Close without saving?')]).toEqual([null, false]);
});

it('the page is asked about with all that is not saved on it, and left once it is given up', async () => {
  show(['Notes']);
  await type('40');
  await press('Elsewhere');
  expect(text()).toContain('Not saved: Notes, Payment.');
  await press('Stay here');
  expect([field()?.value, text().includes('at /elsewhere')]).toEqual(['40', false]);
  await press('Elsewhere');
  await press('Leave and discard');
  expect(text()).toContain('at /elsewhere');
  expect(field()).toBeNull();
});
