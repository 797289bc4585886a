import { act } from 'react';
import { createPortal } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlainLinks } from '#client/ui/plain-links.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function Page() {
  usePlainLinks();
  return (
    <>
      <a href="/outside">outside</a>
      <div data-links>
        <a href="/product/7?variants=8">
          <i>inside</i>
        </a>
        <a href="/new-tab" target="_blank" rel="noopener">
          new tab
        </a>
        <a href="/list.csv" download>
          file
        </a>
        <a href="//other.example/">other host</a>
        <a href="https://other.example/">elsewhere</a>
        <a href="#part">part</a>
        <span>no link</span>
        <a href="/answered" onClick={event => event.preventDefault()}>
          answered
        </a>
        {createPortal(
          <div data-links="here">
            <a href="/products?page=2">below another element</a>
          </div>,
          document.body,
        )}
      </div>
    </>
  );
}

let root: Root;
let page: HTMLElement;
let router: ReturnType<typeof createMemoryRouter>;
let left: MouseEvent[];

/** Clicks that nobody answered are the browser's, which shall not follow them here. */
const leaveAlone = (event: MouseEvent) => {
  if (!event.defaultPrevented) left.push(event);
  event.preventDefault();
};

beforeEach(() => {
  left = [];
  window.addEventListener('click', leaveAlone);
  page = document.body.appendChild(document.createElement('div'));
  router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  root = createRoot(page);
  act(() => root.render(<RouterProvider router={router} />));
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  window.removeEventListener('click', leaveAlone);
});

async function click(text: string, how: MouseEventInit = {}): Promise<string> {
  const target = [...document.querySelectorAll('a, i, span')].find(
    one => one.textContent === text && one.childElementCount === 0,
  );
  await act(async () => {
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
  });
  const { pathname, search } = router.state.location;
  return pathname + search;
}

describe('plain links', () => {
  it('change the page below an element that says so', async () => {
    expect(await click('inside')).toBe('/product/7?variants=8');
    expect(left).toEqual([]);
    expect(router.state.preventScrollReset).toBe(false);
  });

  it('leave the scroll where it is if that is said, in a portal too', async () => {
    expect(await click('below another element')).toBe('/products?page=2');
    expect(router.state.preventScrollReset).toBe(true);
  });

  it.each(['outside', 'new tab', 'file', 'other host', 'elsewhere', 'part', 'no link'])(
    'are the browser’s elsewhere: %s',
    async text => {
      expect(await click(text)).toBe('/');
      expect(left).toHaveLength(1);
    },
  );

  it.each<MouseEventInit>([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('are the browser’s with %o', async how => {
    expect(await click('inside', how)).toBe('/');
    expect(left).toHaveLength(1);
  });

  it('are nobody’s once a component answered the click', async () => {
    expect(await click('answered')).toBe('/');
    expect(left).toEqual([]);
  });

  it('are the browser’s again without the page', async () => {
    act(() => root.render(null));
    const list = page.appendChild(document.createElement('div'));
    list.dataset.links = '';
    list.innerHTML = '<a href="/late">late</a>';
    expect(await click('late')).toBe('/');
    expect(left).toHaveLength(1);
  });
});
