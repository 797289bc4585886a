import { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPrefetch, prefetchable, prefetchOnIntent } from '#client/prefetch.ts';

const link = (html: string) => {
  document.body.innerHTML = html;
  return document.querySelector('a');
};

describe('links that are fetched ahead', () => {
  it.each([
    ['<a href="/products?title=pull">', '/products?title=pull'],
    ['<a href="/product/1">', '/product/1'],
    ['<a href="/checkout">', null],
    ['<a href="/user/orders">', null],
    ['<a href="/userland">', '/userland'],
    ['<a href="https://example.com/products">', null],
    ['<a href="/products" target="_blank">', null],
    ['<a href="/a.pdf" download>', null],
    ['<a href="mailto:a@b.c">', null],
    ['<b>', null],
  ])('%s', (html, href) => {
    expect(prefetchable(link(html))).toBe(href);
  });
});

describe('intent', () => {
  const requests: Request[] = [];
  let finish: (() => void)[] = [];
  const routes: RouteObject[] = [
    {
      path: 'p/:id',
      lazy: async () => ({
        loader: ({ request }: { request: Request }) => {
          requests.push(request);
          return new Promise<null>(resolve => finish.push(() => resolve(null)));
        },
      }),
    },
  ];
  const over = (id: number) =>
    document
      .querySelector(`a[href="/p/${id}"]`)
      ?.dispatchEvent(Object.assign(new Event('pointerover', { bubbles: true }), { pointerType: 'mouse' }));
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const asked = () => requests.map(request => new URL(request.url).pathname);

  prefetchOnIntent(routes, new QueryClient());
  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(id => `<a href="/p/${id}">x</a>`).join('');
  });
  afterEach(async () => {
    document.dispatchEvent(new Event('focusout'));
    for (const done of finish) done();
    finish = [];
    requests.length = 0;
    await wait(60_000);
    vi.useRealTimers();
  });

  it('is shown by resting on a link, not by passing over it', async () => {
    over(1);
    await wait(30);
    over(2);
    await wait(60);
    expect(asked()).toEqual([]);
    await wait(10);
    expect(asked()).toEqual(['/p/2']);
    expect(requests.every(isPrefetch)).toBe(true);
  });

  it('is given up when the pointer leaves, and kept when the link is clicked', async () => {
    over(3);
    await wait(70);
    over(4);
    await wait(70);
    expect(requests[0]?.signal.aborted).toBe(true);
    document.querySelector('a[href="/p/4"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    over(5);
    await wait(10);
    expect(requests[1]?.signal.aborted).toBe(false);
  });

  it('has three in flight at most', async () => {
    for (const id of [6, 7, 8, 9]) {
      over(id);
      await wait(70);
    }
    expect(asked()).toEqual(['/p/6', '/p/7', '/p/8']);
  });
});
