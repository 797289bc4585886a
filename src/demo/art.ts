import drawn from '#demo/art.json' with { type: 'json' };
import { finishSlug } from '#demo/catalogue/finishes.ts';

interface Drawn {
  finishes: string[];
  views: string[];
}

const SHAPES: Record<string, Drawn | undefined> = drawn.shapes;

const CATEGORIES: Record<string, { path: string } | undefined> = drawn.categories;

/** The finishes that look most like a finish or a color that a shape was not drawn in. */
const ALIKE: Record<string, string[]> = {
  'satin-nickel': ['nickel-plated', 'zinc'],
  'polished-nickel': ['nickel-plated', 'zinc'],
  'polished-chrome': ['nickel-plated', 'zinc'],
  'matte-black': ['black-zinc'],
  graphite: ['matte-black', 'black-zinc'],
  'antique-pewter': ['nickel-plated', 'zinc'],
  'oil-rubbed-bronze': ['matte-black'],
  'antique-brass': ['polished-brass', 'satin-brass'],
  'polished-brass': ['satin-brass'],
  'satin-brass': ['polished-brass'],
  'champagne-bronze': ['satin-brass'],
  black: ['matte-black', 'black-zinc'],
  grey: ['zinc'],
  aluminum: ['zinc'],
  nickel: ['nickel-plated'],
  brass: ['polished-brass'],
  brown: ['matte-black'],
  'red-oak': ['natural-oak'],
  maple: ['natural-oak'],
  cherry: ['walnut'],
  'poplar,-paint-grade': ['white'],
};

/** Base path of the picture of a shape in a finish or color, or of what looks most like it. Throws for no shape. */
export function pictureOf(shape: string, look: string | undefined): string {
  const found = SHAPES[shape];
  const [first] = found?.finishes ?? [];
  if (!found || !first) throw new RangeError(`${shape} was not drawn`);
  const wanted = look === undefined ? first : finishSlug(look);
  const finish = [wanted, ...(ALIKE[wanted] ?? [])].find(name => found.finishes.includes(name)) ?? first;
  return `/art/${shape}-${finish}`;
}

/** The same from the side, where it was drawn. */
export function sideViewOf(shape: string, look: string | undefined): string | null {
  return SHAPES[shape]?.views.includes('side') ? `${pictureOf(shape, look)}/side` : null;
}

/** Scenes that stand for several names of the shop's. */
const SHOWN_AS: Record<string, string> = {
  'catches-and-locks': 'locks-and-catches',
  'knobs-with-backplates': 'backplates',
  'ring-and-bail-pulls': 'flush-and-ring-pulls',
};

/** The picture that was composed for a category or subcategory; null where none was. */
export function categoryPictureOf(name: string): string | null {
  const slug = finishSlug(name);
  return CATEGORIES[SHOWN_AS[slug] ?? slug]?.path ?? null;
}

/** A wide picture for a card. */
export const sceneOf = (name: keyof typeof drawn.scenes): string => `${drawn.scenes[name].path}/800.webp`;
