import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gallery } from '#client/features/product/gallery.tsx';
import type { Product, Variant } from '#shared/schemas/products.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
Element.prototype.scrollTo ??= () => undefined;

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

it('a picture is magnified once the pointer moves over it, not when it comes to lie under a resting one', () => {
  const product = { title: 'Round Knob', pictures: [], variants: [] } as unknown as Product;
  const variant = {
    _id: 'v',
    title: '',
    image: '/art/knob',
    options: [],
    label: '',
    productNum: 'K-1',
  } as unknown as Variant;
  act(() => root.render(<Gallery product={product} variant={variant} />));
  const picture = page.querySelector('button[aria-label^="Enlarge"]') as HTMLElement;
  const move = (movementX: number, pointerType = 'mouse') =>
    act(() => {
      const event = new MouseEvent('pointermove', { bubbles: true, clientX: 5, clientY: 5, movementX });
      picture.dispatchEvent(Object.assign(event, { pointerType }));
    });
  move(0);
  expect(picture.dataset.followed).toBeUndefined();
  move(3, 'touch');
  expect(picture.dataset.followed).toBeUndefined();
  move(3);
  expect(picture.dataset.followed).toBe('');
  act(() => {
    picture.dispatchEvent(new MouseEvent('pointerout', { bubbles: true, relatedTarget: document.body }));
  });
  expect(picture.dataset.followed).toBeUndefined();
});
