import { categoryPictureOf, pictureOf } from '#demo/art.ts';
import { STYLES } from '#demo/catalogue/collections.ts';
import type { DemoProduct } from '#demo/catalogue/demo-product.ts';
import { groupBy } from '#demo/catalogue/relations.ts';
import { demoId } from '#demo/demo-id.ts';
import type { tags } from '#server/tags/tables.ts';

type NewTag = typeof tags.$inferInsert & { _id: string };

export interface TagRows {
  /** Categories before what stands in them. */
  tags: NewTag[];
  categoryId(name: string): string;
  subcategoryId(category: string, name: string): string;
  tagId(name: string): string;
}

/** In the order of the counter's shelves, each with the picture that stands for it. */
const CATEGORIES: [name: string, shape: string, finish?: string][] = [
  ['Knobs', 'mushroom-knob', 'Satin Brass'],
  ['Pulls', 'bar-pull', 'Matte Black'],
  ['Appliance pulls', 'appliance-pull', 'Satin Nickel'],
  ['Hinges', 'hinge'],
  ['Drawer slides', 'slide'],
  ['Hooks', 'coat-hook', 'Oil-Rubbed Bronze'],
  ['Catches and locks', 'cam-lock', 'Polished Chrome'],
  ['Shelf hardware', 'shelf-pin', 'Satin Nickel'],
  ['Furniture legs', 'furniture-leg'],
  ['Brackets', 'corner-bracket', 'Matte Black'],
  ['Fasteners', 'wood-screw', 'Satin Nickel'],
  ['Bumpers and pads', 'bumper'],
  ['Sets', 'cup-pull', 'Antique Brass'],
];

const PLAIN_TAGS = [
  ...['Featured', 'Best sellers', 'Last pieces', 'Soft close', 'European', 'Unfinished'],
  ...STYLES,
];

/** Finishes that pictures of subcategories take turns in. */
const TURNS = ['Satin Nickel', 'Matte Black', 'Satin Brass', 'Polished Chrome', 'Oil-Rubbed Bronze'];

export function demoTags(drafts: readonly DemoProduct[]): TagRows {
  const categoryId = (name: string) => demoId('category', name);
  const subcategoryId = (category: string, name: string) => demoId('subcategory', `${category} / ${name}`);
  const tagId = (name: string) => demoId('tag', name);
  const plain = { category: null, image: null };
  const categories = CATEGORIES.map(
    ([name, shape, finish], position): NewTag => ({
      ...plain,
      _id: categoryId(name),
      name,
      type: 'Category',
      image: categoryPictureOf(name) ?? pictureOf(shape, finish),
      position,
    }),
  );
  const subcategories = CATEGORIES.flatMap(([category]) => {
    const within = groupBy(
      drafts.filter(draft => draft.category === category),
      ({ subcategory }) => subcategory,
    );
    return [...within].map(
      ([name, of], position): NewTag => ({
        _id: subcategoryId(category, name),
        name,
        type: 'Subcategory',
        category: categoryId(category),
        image: categoryPictureOf(name) ?? pictureOf(commonShape(of), TURNS[position % TURNS.length]),
        position,
      }),
    );
  });
  const plainTags = PLAIN_TAGS.map(
    (name, position): NewTag => ({ ...plain, _id: tagId(name), name, type: 'Tag', position }),
  );
  return { tags: [...categories, ...subcategories, ...plainTags], categoryId, subcategoryId, tagId };
}

function commonShape(products: readonly DemoProduct[]): string {
  const shapes = [...groupBy(products, ({ shape }) => shape)];
  return shapes.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? '';
}
