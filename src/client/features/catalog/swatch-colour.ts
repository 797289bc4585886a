/** One colour, or two halves of it. */
export function swatchColour(hex: string, hex2: string | null): string {
  return hex2 ? `linear-gradient(135deg, ${hex} 50%, ${hex2} 50%)` : hex;
}
