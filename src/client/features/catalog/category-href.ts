/** The subcategory tiles of a category. */
export const categoryHref = (category: string) => `/categories/${encodeURIComponent(category)}`;

/** Leads to the products of a category, or of a subcategory of it (rule C4). */
export function subcategoryHref(category: string, subcategory?: string): string {
  const params = new URLSearchParams({ type: 'normal', categories: category });
  if (subcategory) params.set('subcategories', subcategory);
  return `/category-products?${params}`;
}
