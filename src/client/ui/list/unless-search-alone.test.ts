import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { expect, it } from 'vitest';
import { unlessSearchAlone } from '#client/ui/list/unless-search-alone.ts';

const goes = (from: string, to: string) =>
  unlessSearchAlone({
    currentUrl: new URL(from, 'http://shop.example'),
    nextUrl: new URL(to, 'http://shop.example'),
    defaultShouldRevalidate: true,
  } as ShouldRevalidateFunctionArgs);

it.each([
  ['another page of the same list', '/user/orders', '/user/orders?page=2', false],
  ['another list', '/user/team', '/user/orders?page=2', true],
  ['somebody else signed in on the same page', '/user/orders?page=2', '/user/orders?page=2', true],
])('%s', (_, from, to, isReadAgain) => {
  expect(goes(from, to)).toBe(isReadAgain);
});
