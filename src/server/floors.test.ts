import { expect, test } from 'vitest';
import {
  backArrows,
  circlesOf,
  domainCircles,
  fileCircles,
  homeless,
  namedTwice,
  routeArrows,
  valueImports,
} from '../../scripts/house.mjs';

test('domains import their own floor and those below it, but for what ends a way into an account', () => {
  // A way in may be anything that somebody gave away, wherever that is kept. Nothing is to be added here.
  expect(backArrows()).toEqual([
    'auth/ways-in.ts → approvals/granted.ts',
    'auth/ways-in.ts → carts/share.ts',
  ]);
  expect(homeless()).toEqual([]);
});

test('few domains know each other both ways', () => {
  const sizes = domainCircles().map(circle => circle.length);
  expect(sizes.length).toBeLessThanOrEqual(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
});

test('no files import each other but tables, whose rows refer to each other', () => {
  expect(fileCircles()).toEqual([['companies/tables.ts', 'users/tables.ts', 'variants/tables.ts']]);
});

test('a screen imports no other screen: what two of them show is a feature', () => {
  expect(routeArrows()).toEqual([]);
});

test('no page and no filter has two rows', () => {
  expect(namedTwice()).toEqual([]);
});

test('circles and imports are read as they are written', () => {
  expect(
    circlesOf([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ]),
  ).toEqual([['a', 'b', 'c']]);
  expect(
    valueImports(`import type { A } from '#server/a.ts';
import { type B, type C } from '#server/b.ts';
import { type D, e } from '#server/d.ts';
import {
  type F,
  g,
} from '#server/f.ts';
import { h } from '#shared/h.ts';`),
  ).toEqual(['d.ts', 'f.ts']);
});
