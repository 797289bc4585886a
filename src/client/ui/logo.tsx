/** The mark of the shop, the very file that stands in the browser's tab; it waits for what a page cannot do without. */
export function Logo({ size = 28 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" loading="lazy" />;
}
