import type { DemoProduct } from '#demo/catalogue/demo-product.ts';
import { diceFor } from '#demo/dice.ts';

export interface Relations {
  /** Keys of products. */
  related: string[];
  relatedProductText: string;
  suggestions: string[];
}

const BY_KIND: Record<string, { keys: string[]; text: string }> = {
  'Concealed hinges': {
    keys: ['haldane-wing-mounting-plate', 'haldane-face-frame-adapter-plate', 'hinge-boring-jig-35-mm'],
    text: 'Mounting plates are sold apart.',
  },
  'Face-frame hinges': {
    keys: ['hinge-screw-6-x-5-8-in', 'clear-door-bumper-round'],
    text: 'Two bumpers a door keep it quiet.',
  },
  'Hinge plates': {
    keys: ['euro-system-screw-6-3-mm-x-13-mm', 'haldane-300-110-concealed-hinge-full-overlay'],
    text: 'Made for these hinges and screws.',
  },
  'Side-mount slides': {
    keys: ['brightwater-drawer-slide-jig', 'flat-head-wood-screw-6-x-1-2-in'],
    text: 'A jig pays for itself with the third drawer.',
  },
  'Undermount slides': {
    keys: ['kestrel-undermount-locking-device-pair', 'kestrel-rear-mounting-bracket-pair'],
    text: 'Undermount slides need a pair of locking devices for each drawer.',
  },
  'Heavy-duty slides': {
    keys: ['calder-slide-spacer-block-bag-of-10'],
    text: 'Spacer blocks bring it flush with a face frame.',
  },
  'Wood legs': {
    keys: ['leveling-glide-1-4-20', 'felt-pad-heavy-duty'],
    text: 'Glides and pads for under the legs.',
  },
};

const SCREWS = ['breakaway-screw-8-32-x-1-3-4-in', 'pull-drilling-template'];

const TEXTS: Record<string, string> = {
  Knob: 'Pulls of the family, and screws that fit',
  Pull: 'Knobs of the family, and screws that fit',
  Hook: 'More of the family',
};

/** Returns what belongs to each product, what is offered once it is in the cart, and what is much like it. */
export function relationsOf(products: readonly DemoProduct[]): Map<string, Relations> {
  const known = new Set(products.map(({ key }) => key));
  const families = groupBy(products, ({ collection }) => collection);
  const alike = groupBy(products, ({ subcategory }) => subcategory);
  return new Map(
    products.map(product => {
      const dice = diceFor(`relations ${product.key}`);
      const own = relatedOf(product, families.get(product.collection) ?? []);
      const others = (alike.get(product.subcategory) ?? []).filter(
        other =>
          other.key !== product.key && (product.collection === '' || other.collection !== product.collection),
      );
      const suggestions = dice.chance(0.4) ? dice.some(others, 4).map(({ key }) => key) : [];
      return [
        product.key,
        {
          related: own.keys.filter(key => known.has(key) && key !== product.key),
          relatedProductText: own.text,
          suggestions,
        },
      ];
    }),
  );
}

function relatedOf(product: DemoProduct, family: readonly DemoProduct[]): { keys: string[]; text: string } {
  if (product.collection === '' || product.type === 'Set') {
    return BY_KIND[product.subcategory] ?? { keys: [], text: '' };
  }
  const wanted = product.type === 'Knob' ? 'Pull' : 'Knob';
  const matching = family.filter(({ type }) => type === wanted);
  const dice = diceFor(`family ${product.key}`);
  const keys = dice.some(matching, 3).map(({ key }) => key);
  const screws = product.type === 'Hook' ? [] : SCREWS.slice(0, 1);
  return { keys: [...keys, ...screws], text: keys.length > 0 ? (TEXTS[product.type] ?? '') : '' };
}

export function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
