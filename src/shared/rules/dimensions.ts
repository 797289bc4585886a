/**
 * Lengths as the trade writes them: 3-3/4", 1 1/4 in, 96 mm. Kept in millimetres with the unit they were given
 * in, so that 3-3/4" and 95.25 mm are found by the same search and each is shown as its maker states it.
 */
export interface Length {
  mm: number;
  unit: 'in' | 'mm';
}

const MM_PER_INCH = 25.4;
const MAX_MM = 100_000;

const LENGTH =
  /^(?:(?<plain>\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})|(?:(?<whole>\d{1,4})(?:\s*-\s*|\s+))?(?<over>\d{1,3})\s*\/\s*(?<under>\d{1,3}))\s*(?<unit>"|''|”|″|in\.?|inch|inches|mm)$/i;

/** A written length, or null for what is none. A bare number is none: nobody can know its unit. */
export function parseLength(written: string): Length | null {
  const found = LENGTH.exec(written.trim())?.groups;
  if (!found?.unit) return null;
  const part = found.over === undefined ? 0 : Number(found.over) / Number(found.under);
  // 3-5/4" is a slip of the pen, not a length.
  if (!(part >= 0 && part < 1)) return null;
  const unit = found.unit.toLowerCase() === 'mm' ? 'mm' : 'in';
  const number = Number(found.plain ?? found.whole ?? 0) + part;
  const mm = rounded(number * (unit === 'mm' ? 1 : MM_PER_INCH));
  return mm > 0 && mm <= MAX_MM ? { mm, unit } : null;
}

/** Up to here a bare number of a hole spacing is taken for inches: pulls are made from 32 mm on, and up to 24". */
const MAX_BARE_INCHES = 25;

/**
 * A hole spacing as shoppers type it: like any length, but its unit may be missing. Fractions and small numbers are
 * inches then, the rest millimetres.
 */
export function parseSpacing(written: string): Length | null {
  const known = parseLength(written);
  if (known) return known;
  const inches = parseLength(`${written}"`);
  return inches && inches.mm > MAX_BARE_INCHES * MM_PER_INCH ? parseLength(`${written}mm`) : inches;
}

/** The length as its maker would write it: 3-3/4", 96 mm. Inches that are no 64ths get decimals. */
export function formatLength({ mm, unit }: Length): string {
  if (unit === 'mm') return `${rounded(mm)} mm`;
  const inches = mm / MM_PER_INCH;
  const sixtyFourths = Math.round(inches * 64);
  if (Math.abs(inches * 64 - sixtyFourths) > 1e-4) return `${rounded(inches)}"`;
  const whole = Math.floor(sixtyFourths / 64);
  let over = sixtyFourths % 64;
  if (over === 0) return `${whole}"`;
  let under = 64;
  while (over % 2 === 0) {
    over /= 2;
    under /= 2;
  }
  return whole === 0 ? `${over}/${under}"` : `${whole}-${over}/${under}"`;
}

// A sixty-fourth of an inch is 0.396875 mm: six decimals hold every fraction that is used.
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
