import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useLostFocus } from '#client/ui/lost-focus.ts';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();

/** A page whose button is gone once it is pressed, and with it, where they are one, the part around it. */
function Page({ isWhole = false }: { isWhole?: boolean }) {
  const [isDone, setDone] = useState(false);
  useLostFocus();
  const button = !isDone && (
    <button type="button" onClick={() => setDone(true)}>
      Dismiss
    </button>
  );
  return (
    <>
      <h1>Order 7</h1>
      {!(isWhole && isDone) && (
        <section>
          <h2>Alerts</h2>
          {button}
        </section>
      )}
    </>
  );
}

const press = () => {
  const button = stage.page.querySelector('button') as HTMLButtonElement;
  act(() => {
    button.focus();
    button.click();
  });
};
const focused = () => `${document.activeElement?.tagName}: ${document.activeElement?.textContent}`;
const settled = () => new Promise(resolve => setTimeout(resolve, 120));

it('leads from a button that is gone to the heading of the part that is left around it', async () => {
  stage.show(<Page />);
  press();
  await vi.waitFor(() => expect(focused()).toBe('H2: Alerts'));
});

it('leads to the heading of the page where the part is gone as well', async () => {
  stage.show(<Page isWhole />);
  press();
  await vi.waitFor(() => expect(focused()).toBe('H1: Order 7'));
});

it('leads nobody who left the button by themselves', async () => {
  stage.show(<Page isWhole />);
  const button = stage.page.querySelector('button') as HTMLButtonElement;
  act(() => button.focus());
  act(() => button.blur());
  await settled();
  act(() => button.click());
  await settled();
  expect(document.activeElement).toBe(document.body);
});
