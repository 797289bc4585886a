import {
  type DemoProduct,
  type DemoVariant,
  descriptionOf,
  keyOf,
  priceCents,
} from '#demo/catalogue/demo-product.ts';
import { FINISHES, type Finish } from '#demo/catalogue/finishes.ts';
import { type MakerCode, makerOf } from '#demo/catalogue/makers.ts';
import { diceFor } from '#demo/dice.ts';
import type { Dimensions } from '#shared/schemas/products.ts';

/** A product that is chosen by what it does. */
export interface PlainProduct {
  maker: MakerCode;
  title: string;
  type: string;
  category: string;
  subcategory: string;
  /** A shape of `art.json`. */
  shape: string;
  paragraphs: string[];
  facts: string[];
  tags?: string[];
  variants: PlainVariant[];
  local?: boolean;
  dropShip?: boolean;
  /** From 0 to 1; absent: as chance has it. */
  popularity?: number;
}

export interface PlainVariant {
  /** Behind the product's number. */
  code: string;
  options: [name: string, value: string][];
  dollars: number;
  oz: number;
  finish?: Finish;
  dimensions?: Dimensions;
  pieceSize?: number;
  tiers?: number[];
  group?: string;
}

/** The numbers at which each maker's plain goods begin. */
const FIRST: Partial<Record<MakerCode, number>> = {
  HP: 7001,
  CW: 6001,
  LQ: 901,
  BW: 52001,
  TH: 2001,
  SR: 3001,
  MY: 8001,
};

/** Makes products of plain descriptions, numbered in their order. */
export function plainProducts(list: readonly PlainProduct[]): DemoProduct[] {
  const running = new Map<MakerCode, number>();
  return list.map(one => {
    const nth = running.get(one.maker) ?? 0;
    running.set(one.maker, nth + 1);
    return plainProduct(one, nth);
  });
}

function plainProduct(one: PlainProduct, nth: number): DemoProduct {
  const maker = makerOf(one.maker);
  const first = FIRST[one.maker] ?? maker.numbers.first;
  const base = first + nth * (FIRST[one.maker] ? 1 : maker.numbers.step);
  const variants = one.variants.map((variant): DemoVariant => {
    const { code, options, dollars, oz, finish, dimensions = {}, pieceSize, tiers, group } = variant;
    const facts = finish ? FINISHES[finish] : null;
    return {
      productNum: maker.number(base, code, facts),
      options,
      cents: priceCents(dollars),
      oz: Math.round(oz * 10) / 10,
      dimensions,
      finish,
      pieceSize,
      tiers,
      group,
      tags: facts?.us ? [facts.us] : [],
    };
  });
  const dice = diceFor(`popularity ${one.title}`);
  return {
    key: keyOf(one.title),
    title: one.title,
    type: one.type,
    vendor: maker.name,
    category: one.category,
    subcategory: one.subcategory,
    tags: one.tags ?? [],
    description: descriptionOf(one.paragraphs, [...one.facts, maker.warranty]),
    shape: one.shape,
    collection: '',
    variants,
    variantLayout: variants.length > 30 ? 1 : 0,
    local: one.local,
    dropShip: one.dropShip,
    popularity: one.popularity ?? dice.next() ** 2 * 0.8,
  };
}

/** All combinations of two lists. */
export const pairs = <A, B>(first: readonly A[], second: readonly B[]): [A, B][] =>
  first.flatMap(a => second.map((b): [A, B] => [a, b]));

/** A price for so many at once. */
export const packPrice = (dollars: number, pieces: number, power = 0.86): number => dollars * pieces ** power;

/** One of several texts, always the same for one name. */
export const said = (name: string, ...texts: string[]): string => diceFor(`said ${name}`).pick(texts);
