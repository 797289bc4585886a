import type { ComponentProps } from 'react';

/** Holds what may be wider or higher than its place; such a thing has to be reached, and scrolled, by keyboard as well. */
export function Scrolling({ label, ...rest }: ComponentProps<'section'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: that is how
  return <section aria-label={label} tabIndex={0} {...rest} />;
}
