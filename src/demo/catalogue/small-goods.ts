import type { Finish } from '#demo/catalogue/finishes.ts';
import type { MakerCode } from '#demo/catalogue/makers.ts';
import { type PlainProduct, packPrice, pairs } from '#demo/catalogue/plain-product.ts';

/** A bag or box, and how many are in it. */
export type Pack = [label: string, pieces: number];
const BAGS: Pack[] = [
  ['One', 1],
  ['Bag of 10', 10],
  ['Box of 100', 100],
];

/** Something small that is sold in finishes and packs. */
export interface Small {
  maker: MakerCode;
  title: string;
  dollars: number;
  words: string;
  facts: string[];
  finishes?: Finish[];
  colors?: string[];
  packs?: Pack[];
  oz: number;
}

/** A variant for each look and pack. */
export const small = (
  kind: Pick<PlainProduct, 'type' | 'category' | 'subcategory' | 'shape'>,
  one: Small,
): PlainProduct => {
  const { maker, title, dollars, words, facts, oz, packs = BAGS } = one;
  const looks: { name: string; finish?: Finish }[] = one.finishes
    ? one.finishes.map(finish => ({ name: finish, finish }))
    : (one.colors ?? ['']).map(name => ({ name }));
  return {
    ...kind,
    maker,
    title,
    paragraphs: [`${words}.`],
    facts,
    variants: pairs(looks, packs).map(([look, [label, pieces]]) => ({
      code: `${look.finish ? '' : initial(look.name)}${packs.length > 1 ? pieces : ''}` || 'E',
      options: [
        ...(look.name ? [[look.finish ? 'Finish' : 'Color', look.name] as [string, string]] : []),
        ...(packs.length > 1 ? [['Pack', label] as [string, string]] : []),
      ],
      dollars: packPrice(dollars, pieces),
      oz: oz * pieces,
      finish: look.finish,
      pieceSize: pieces,
      tiers: pieces > 1 ? [5, 20] : [10, 50, 100],
    })),
  };
};

const initial = (name: string) => name.slice(0, 2).toUpperCase();
