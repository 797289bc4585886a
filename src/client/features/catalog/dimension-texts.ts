import type { Dimensions } from '#shared/schemas/products.ts';

/** Dimensions in the order and the words of a catalogue. */
export const DIMENSION_TEXTS: { name: keyof Dimensions; text: string }[] = [
  { name: 'centerToCenter', text: 'Center to center' },
  { name: 'length', text: 'Length' },
  { name: 'width', text: 'Width' },
  { name: 'height', text: 'Height' },
  { name: 'projection', text: 'Projection' },
  { name: 'diameter', text: 'Diameter' },
  { name: 'thickness', text: 'Thickness' },
];
