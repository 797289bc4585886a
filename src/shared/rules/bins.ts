const collator = new Intl.Collator('en', { numeric: true });

/** Sorts bins as people walk past them: A2 before A10; what lies in none comes last. */
export function compareBins(one: string, other: string): number {
  if ((one === '') !== (other === '')) return one === '' ? 1 : -1;
  return collator.compare(one, other) || compareLetters(one, other);
}

// Names that read the same, such as A2 and A02, are two bins still.
const compareLetters = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Pieces that one order takes out of one bin. */
export interface Take {
  bin: string;
  variant: string;
  productNum: string;
  name: string;
  pieces: number;
  order: string;
  /** Staff named the price of it. */
  isPriceNamed: boolean;
}

interface BinLine extends Pick<Take, 'variant' | 'productNum' | 'name' | 'pieces'> {
  /** In the order in which they were given, each order once. */
  takers: { order: string; pieces: number; isPriceNamed: boolean }[];
}

export interface Bin {
  bin: string;
  lines: BinLine[];
}

/** Puts together what several orders take, by bin and in each by product number; so every bin is gone to once. */
export function groupByBin(takes: readonly Take[]): Bin[] {
  const bins = new Map<string, Map<string, BinLine>>();
  for (const { bin, variant, productNum, name, pieces, order, isPriceNamed } of takes) {
    const lines = bins.get(bin) ?? new Map<string, BinLine>();
    bins.set(bin, lines);
    const line = lines.get(variant) ?? { variant, productNum, name, pieces: 0, takers: [] };
    lines.set(variant, line);
    line.pieces += pieces;
    const taker = line.takers.find(one => one.order === order);
    if (taker) {
      taker.pieces += pieces;
      taker.isPriceNamed ||= isPriceNamed;
    } else line.takers.push({ order, pieces, isPriceNamed });
  }
  return [...bins]
    .toSorted(([one], [other]) => compareBins(one, other))
    .map(([bin, lines]) => ({ bin, lines: [...lines.values()].toSorted(byNumber) }));
}

const byNumber = (one: BinLine, other: BinLine) =>
  collator.compare(one.productNum, other.productNum) || compareLetters(one.variant, other.variant);
