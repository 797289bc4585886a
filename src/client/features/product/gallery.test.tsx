import { act } from 'react';
import { expect, it } from 'vitest';
import { Gallery } from '#client/features/product/gallery.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

Element.prototype.scrollTo ??= () => undefined;

const stage = setStage();

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
  stage.show(<Gallery product={product} variant={variant} />);
  const picture = stage.page.querySelector('button[aria-label^="Enlarge"]') as HTMLElement;
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
