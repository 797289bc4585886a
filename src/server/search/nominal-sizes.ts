import type { KindName } from '#server/search/trade-words.ts';

const MM_PER_INCH = 25.4;

/** Bare numbers that are a hole spacing even where nothing says of what. */
export const SPACINGS_MM: ReadonlySet<number> = new Set([
  64, 76, 89, 96, 102, 128, 160, 192, 224, 256, 288, 305, 320, 448, 457, 610,
]);

/** Inches that people say of hole spacings, and the millimetres that are made. */
const SPACINGS: readonly (readonly [number, number])[] = [
  [3.8, 96],
  [5, 128],
  [6, 160],
  [6.25, 160],
  [7.5, 192],
  [8.75, 224],
  [9, 224],
  [10, 256],
  [11.25, 288],
  [12.5, 320],
];

/** Slides of one length, as they are called in inches and in millimetres. */
const SLIDES: readonly (readonly [number, number])[] = [
  [10, 250],
  [12, 300],
  [14, 350],
  [16, 400],
  [18, 450],
  [20, 500],
  [22, 550],
  [24, 600],
  [26, 650],
  [28, 700],
];

const SAME_MM = 1;
const isSame = (one: number, other: number) => Math.abs(one - other) <= SAME_MM;

/** Other sizes (mm) that somebody means who says this one and finds none. */
export function nominalSizes(kind: KindName | null, mm: number): number[] {
  if (kind === 'slide') {
    return SLIDES.flatMap(([inches, metric]) =>
      isSame(inches * MM_PER_INCH, mm) ? [metric] : isSame(metric, mm) ? [inches * MM_PER_INCH] : [],
    );
  }
  if (kind === 'pull') {
    return SPACINGS.flatMap(([inches, metric]) => (isSame(inches * MM_PER_INCH, mm) ? [metric] : []));
  }
  return [];
}

const SMALL_MM = 25;

/** How far (mm) a thing may be from the size that was said: 3-3/4" is 95.25, and is made as 96. */
export const toleranceOf = (mm: number): number => (mm < SMALL_MM ? 0.4 : SAME_MM);
