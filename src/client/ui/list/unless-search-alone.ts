import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';

/** For loaders whose answer does not depend on the query of their address: another page of a list does not wait for them. */
export function unlessSearchAlone(navigation: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = navigation;
  const isSearchAlone = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isSearchAlone && defaultShouldRevalidate;
}
