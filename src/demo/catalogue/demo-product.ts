import type { Dimensions } from '#shared/schemas/products.ts';

/** A product of the demo shop before it becomes rows. */
export interface DemoProduct {
  /** Like the handle in an import, and what its `_id` is made of. */
  key: string;
  title: string;
  type: string;
  vendor: string;
  category: string;
  subcategory: string;
  tags: string[];
  /** HTML that `safeHtml` leaves as it is. */
  description: string;
  /** Which picture its variants show, where they name none: a shape of `art.json`. */
  shape: string;
  collection: string;
  variants: DemoVariant[];
  variantLayout?: number;
  locationCode?: string;
  flammable?: boolean;
  local?: boolean;
  dropShip?: boolean;
  /** How well it sells, from 0 to 1. */
  popularity: number;
}

export interface DemoVariant {
  productNum: string;
  options: [name: string, value: string][];
  cents: number;
  /** In which its picture is shown. */
  finish?: string;
  /** Wholesale thresholds; none where it is absent. */
  tiers?: number[];
  pieceSize?: number;
  oz: number;
  dimensions: Dimensions;
  group?: string;
  title?: string;
  tags?: string[];
  /** By number of the other variant. */
  bundle?: { items: { productNum: string; quantity: number }[]; discount: number };
}

/** Makes a handle: letters, digits and dashes. */
export const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/["“”]/g, '-in')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Paragraphs, then facts as a list. */
export function descriptionOf(paragraphs: readonly string[], facts: readonly string[]): string {
  const html = (tag: string, texts: readonly string[]) =>
    texts.map(text => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  return `${html('p', paragraphs)}<ul>${html('li', facts)}</ul>`;
}

/** Cents to the next that a price may end in: five below ten dollars, nineteen of twenty above. */
export function priceCents(dollars: number): number {
  const cents = Math.round(dollars * 100);
  if (cents < 1000) return Math.max(15, Math.round(cents / 5) * 5);
  if (cents < 5000) return Math.round(cents / 25) * 25 - (cents % 2 === 0 ? 0 : 5);
  return Math.round(cents / 100) * 100 - 5;
}
