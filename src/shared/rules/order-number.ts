const ORDER_NUMBER = /^[1-9]\d{0,8}$/;

/** An order's number as people write it, with a "#" before it or blanks in it; null if it can be none. */
export function readOrderNumber(written: string): number | null {
  const digits = written.replace(/\s/g, '').replace(/^#/, '');
  return ORDER_NUMBER.test(digits) ? Number(digits) : null;
}
