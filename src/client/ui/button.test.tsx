import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();

const button = () => stage.page.querySelector('button') as HTMLButtonElement;

it('a button that is busy keeps the focus, says that it can’t be pressed, and does nothing', () => {
  const pressed = vi.fn();
  function Adding() {
    const [busy, setBusy] = useState(false);
    const press = () => {
      pressed();
      setBusy(true);
    };
    return (
      <Button busy={busy} onClick={press}>
        Add to cart
      </Button>
    );
  }
  stage.show(<Adding />);
  button().focus();
  expect(button().getAttribute('aria-disabled')).toBeNull();
  act(() => button().click());
  expect(document.activeElement).toBe(button());
  expect([button().disabled, button().getAttribute('aria-disabled')]).toEqual([false, 'true']);
  act(() => button().click());
  expect(pressed).toHaveBeenCalledTimes(1);
});

it('a form is sent once, whether its button is pressed or Enter', () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (busy: boolean) =>
    stage.show(
      <Form onSubmit={sent}>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </Form>,
    );
  form(false);
  act(() => button().click());
  form(true);
  act(() => button().click());
  expect(sent).toHaveBeenCalledTimes(1);
});

/** Lists what no press of the control itself changes, such as that the page waits for its scripts. */
const LASTING = new Set([
  ...['!isReady', '!token', '!tile.available', '!canBuy(variant, 1)', '!isAvailable'],
  ...['isOut', 'isFull', 'isLast', 'card.isExpired', "role === 'Primary'"],
]);

it('nothing in the shop disables itself by being pressed', () => {
  const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const wrong = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/(?<!-)\bdisabled=\{([^}]*)\}/g)].flatMap(([, when = '']) =>
      LASTING.has(when) ? [] : [`${file}: ${when}`],
    ),
  );
  expect(wrong).toEqual([]);
});
