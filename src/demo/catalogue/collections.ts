import { COLLECTION_LINES } from '#demo/catalogue/collection-lines.ts';
import { type Finish, finishesOf } from '#demo/catalogue/finishes.ts';
import type { MakerCode } from '#demo/catalogue/makers.ts';
import type { ShapeSlug } from '#demo/catalogue/shapes.ts';

export const STYLES = [
  'Modern',
  'Transitional',
  'Traditional',
  'Farmhouse',
  'Industrial',
  'Coastal',
  'Mid-Century',
] as const;
export type Style = (typeof STYLES)[number];

/** A design family: knobs, pulls and what goes with them, in the same finishes. */
export interface Collection {
  name: string;
  maker: MakerCode;
  style: Style;
  /** Against the plainest collection. */
  price: number;
  finishes: Finish[];
  shapes: ShapeSlug[];
  /** The place where it is thought to belong, for descriptions. */
  place: string;
}

/** The shapes that every family of a style has, besides what makes it its own. */
const COMMON: Record<Style, ShapeSlug[]> = {
  Modern: ['ball-knob', 'bar-pull', 'tab-pull', 'appliance-pull'],
  Transitional: ['mushroom-knob', 'arch-pull', 'bar-pull', 'appliance-pull'],
  Traditional: ['oval-knob', 'arch-pull', 'cup-pull'],
  Farmhouse: ['oval-knob', 'cup-pull', 'coat-hook'],
  Industrial: ['t-knob', 'bar-pull', 'coat-hook'],
  Coastal: ['mushroom-knob', 'arch-pull', 'coat-hook'],
  'Mid-Century': ['ball-knob', 'bar-pull', 'coat-hook'],
};

/** Finishes that a style is asked for, whatever the family began with. */
const ASKED: Record<Style, string> = {
  Modern: 'SN MB PC SB GR',
  Transitional: 'SN MB PN SB OB',
  Traditional: 'SN OB AB PB PN',
  Farmhouse: 'SN MB OB AP AB',
  Industrial: 'MB GR SN AP',
  Coastal: 'PN SN PC MB',
  'Mid-Century': 'SB MB SN',
};

const withMore = <T>(own: readonly T[], more: readonly T[], most: number): T[] =>
  [...new Set([...own, ...more])].slice(0, Math.max(own.length, most));

export const COLLECTIONS: Collection[] = Object.entries(COLLECTION_LINES).flatMap(([maker, rows]) =>
  rows.map(([name, style, price, finishes, shapes, place]) => ({
    name,
    maker: maker as MakerCode,
    style,
    price,
    finishes: withMore(finishesOf(finishes), finishesOf(ASKED[style]), 6),
    shapes: withMore(shapes.split(' ') as ShapeSlug[], COMMON[style], 7),
    place,
  })),
);
