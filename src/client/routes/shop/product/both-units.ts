import { formatLength, type Length } from '#shared/rules/dimensions.ts';

const MM_PER_INCH = 25.4;

/** A length in both units, the maker's first, in one piece: 1-1/4" (31.8 mm). */
export function bothUnits({ mm, unit }: Length): string {
  const own = formatLength({ mm, unit });
  const other = unit === 'mm' ? `${(mm / MM_PER_INCH).toFixed(2)}"` : `${Number(mm.toFixed(1))} mm`;
  return unbroken(`${own} (${other})`);
}

/** Neither hyphen nor blank ends a line. */
export const unbroken = (text: string): string => text.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');
