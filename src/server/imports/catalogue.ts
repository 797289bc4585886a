import type { Money } from '#shared/rules/money.ts';
import type { Dimensions, OptionValue, ProductOption } from '#shared/schemas/products.ts';
import type { TierFields } from '#shared/schemas/quantity-prices.ts';

/**
 * A catalogue as any file format states it. A field that is absent is one of which the file says nothing: an
 * import leaves it as it stands, and gives new rows its default.
 */
export interface Catalogue {
  format: 'shopify' | 'knurl';
  products: ProductDraft[];
  /** One answer for every row of the file, in its order. */
  rows: RowAnswer[];
  /** Remarks on the file as a whole, such as columns that nobody reads. */
  notes: string[];
}

export interface RowAnswer {
  /** Counted as in a spreadsheet: the header is row 1. */
  row: number;
  /** `skipped`: not wrong itself, but nothing came of it (an empty row, a row of a refused product). */
  status: 'ok' | 'error' | 'skipped';
  issues: RowIssue[];
}

export interface RowIssue {
  column?: string;
  reason: string;
}

export interface ProductDraft {
  /** By which a second import finds the product again: lower case. */
  key: string;
  row: number;
  title: string;
  fields: Partial<ProductFields>;
  options: ProductOption[];
  /** Absent when the file has no column for pictures. */
  pictures?: PictureDraft[];
  variants: VariantDraft[];
}

export interface ProductFields {
  /** HTML, not yet sanitised. */
  description: string;
  type: string;
  vendor: string | null;
  categories: string[];
  subcategories: SubcategoryName[];
  tags: string[];
  publish: boolean;
  sale: boolean;
  flammable: boolean;
  local: boolean;
  dropShip: boolean;
  locationCode: string;
  variantLayout: number;
  relatedProductText: string;
}

export interface SubcategoryName {
  category: string;
  name: string;
}

export interface PictureDraft {
  /** An http(s) address, or the base path of a picture that the shop has already (`/art/…`, `/photos/…`). */
  source: string;
  alt: string;
}

export interface VariantDraft {
  row: number;
  productNum: string;
  options: OptionValue[];
  price: Money;
  fields: Partial<VariantFields>;
  /** Like `PictureDraft.source`; null takes the picture away. */
  picture?: string | null;
}

export interface VariantFields extends TierFields {
  title: string;
  label: string;
  variantGroup: string;
  tags: string[];
  msrp: Money | null;
  cost: Money | null;
  stock: number;
  backOrder: boolean;
  dropShip: boolean;
  pieceSize: number;
  lb: number;
  oz: number;
  binLocation: string;
  quickbooksId: string | null;
  dimensions: Dimensions;
}
