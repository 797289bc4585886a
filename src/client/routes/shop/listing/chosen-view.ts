import { LISTING_VIEWS, type ListingView } from '#client/features/catalog/listing-address.ts';

/** Shapes a page for whoever sends it, and tells nothing of them. */
export const VIEW_COOKIE = 'view';
const YEAR_S = 365 * 24 * 60 * 60;

/** A cookie, so that the server renders the view that was chosen. `request` is the server's. */
export function chosenView(request: Request): ListingView {
  const cookies = typeof document === 'undefined' ? (request.headers.get('cookie') ?? '') : document.cookie;
  const found = new RegExp(`(?:^|;\\s*)${VIEW_COOKIE}=(\\w+)(?:;|$)`).exec(cookies)?.[1];
  return LISTING_VIEWS.find(view => view === found) ?? 'grid';
}

export function rememberView(view: ListingView): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is missing in half of the browsers
  document.cookie = `${VIEW_COOKIE}=${view}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
