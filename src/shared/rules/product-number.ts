/** Folds a product number, to be compared without regard to case and to blanks around it (rule C3). */
function folded(text: string): string {
  return text.trim().toLowerCase();
}

/** Exact search: the whole product number. */
export function isProductNumber(productNum: string, search: string): boolean {
  return folded(productNum) === folded(search);
}

/** The variant picker's search: the product number contains it. A blank search is contained in nothing. */
export function containsProductNumber(productNum: string, search: string): boolean {
  const wanted = folded(search);
  return wanted !== '' && folded(productNum).includes(wanted);
}

/** The variant that a product number selects: the exact one before the first that contains it. */
export function variantByNumber<Variant extends { productNum: string }>(
  variants: readonly Variant[],
  search: string,
): Variant | undefined {
  return (
    variants.find(variant => isProductNumber(variant.productNum, search)) ??
    variants.find(variant => containsProductNumber(variant.productNum, search))
  );
}
