import { describe, expect, it } from 'vitest';
import { picturesOf } from '#client/features/product/pictures.ts';
import type { Variant } from '#shared/schemas/products.ts';

const variant = (image: string | null, finish: string) =>
  ({ _id: finish, image, productNum: finish, options: [{ name: 'Finish', value: finish }] }) as Variant;
const nickel = variant('/art/pull-satin', 'Satin');
const brass = variant('/art/pull-satin-brass', 'Satin Brass');
const bare = variant(null, 'Raw');

const product = {
  title: 'Pull',
  image: '/art/pull-satin',
  variants: [nickel, brass, bare],
  pictures: [
    '/art/pull-satin',
    '/art/pull-satin-brass',
    '/art/pull-satin/side',
    '/art/pull-satin-brass/side',
    '/photos/room',
  ].map(path => ({ path, alt: '' })),
};

describe('the pictures of a variant', () => {
  it('are its own views and those that belong to no other', () => {
    expect(picturesOf(product, nickel).map(({ path }) => path)).toEqual([
      '/art/pull-satin',
      '/art/pull-satin/side',
      '/photos/room',
    ]);
    expect(picturesOf(product, brass)).toEqual([
      { path: '/art/pull-satin-brass', alt: 'Pull, Satin Brass' },
      { path: '/art/pull-satin-brass/side', alt: 'Pull, Satin Brass, another view' },
      { path: '/photos/room', alt: 'Pull' },
    ]);
  });

  it('are the general ones where it has none, and a placeholder where there is nothing', () => {
    expect(picturesOf(product, bare).map(({ path }) => path)).toEqual(['/photos/room']);
    expect(picturesOf({ ...product, pictures: [] }, bare)).toEqual([
      { path: null, alt: 'Pull, no picture yet' },
    ]);
  });
});
