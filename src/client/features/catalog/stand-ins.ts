/** Keys of so many stand-ins for what is on its way. */
export const skeletonKeys = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `stand-in-${index}`);
