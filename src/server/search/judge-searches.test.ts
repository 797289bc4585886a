import { describe, expect, it } from 'vitest';
import { isRight, judgeSearch, type ProductFacts } from '#server/search/judge-searches.test-support.ts';
import { type Right, SIXTY_SEARCHES } from '#server/search/sixty-searches.test-support.ts';

const finish = (value: string) => ({ name: 'Finish', value });
const drilled = (mm: number) => ({ centerToCenter: { mm, unit: 'in' as const } });

const barPull: ProductFacts = {
  _id: 'bar',
  title: 'Avalon Bar Pull',
  type: 'Pull',
  description: '<p>Two 8-32 screws are in the box.</p>',
  categories: ['Pulls'],
  subcategories: ['Bar pulls'],
  tags: ['Modern'],
  variants: [
    { options: [finish('Matte Black')], dimensions: drilled(95.25) },
    { options: [finish('Satin Nickel')], dimensions: drilled(128.5875) },
  ],
};
const cupPull: ProductFacts = {
  ...barPull,
  _id: 'cup',
  title: 'Bexley Bin Pull',
  subcategories: ['Cup pulls'],
};
const slide: ProductFacts = {
  _id: 'slide',
  title: 'Calder Slide',
  type: 'Slide',
  description: '<p>Ball-bearing, <b>full</b> extension.</p>',
  categories: ['Drawer slides'],
  subcategories: ['Side-mount slides'],
  tags: [],
  variants: [{ options: [], dimensions: { length: { mm: 508, unit: 'in' } } }],
};
const template: ProductFacts = { ...barPull, _id: 'template', title: 'Pull Drilling Template' };

const searchFor = (query: string) => {
  const found = SIXTY_SEARCHES.find(search => search.query === query);
  if (!found) throw new Error(`nobody searches for ${query}`);
  return found;
};
const rightFor = (query: string, product: ProductFacts) => isRight(searchFor(query).right, product);

describe('the sixty searches', () => {
  it('are sixty different ones, a third each with typos, with sizes and in the words of the trade', () => {
    expect(new Set(SIXTY_SEARCHES.map(({ query }) => query)).size).toBe(60);
    for (const kind of ['typo', 'size', 'trade']) {
      expect(SIXTY_SEARCHES.filter(search => search.kind === kind)).toHaveLength(20);
    }
  });
});

describe('a right product', () => {
  it('is of the kind that is meant', () => {
    expect(rightFor('brushd nickle pull', barPull)).toBe(true);
    expect(rightFor('satin nikel knobs', barPull)).toBe(false);
    expect(rightFor('SN bin pull', barPull)).toBe(false);
    expect(rightFor('SN bin pull', cupPull)).toBe(true);
    expect(rightFor('brushd nickle pull', template)).toBe(false);
  });

  it('has size and finish in one and the same variant', () => {
    expect(rightFor('96mm black handle', barPull)).toBe(true);
    expect(rightFor('128 mm satin nickel bar pull', barPull)).toBe(true);
    expect(rightFor('5-1/16 matte black pull', barPull)).toBe(false);
    expect(rightFor('320mm bar handle', barPull)).toBe(false);
  });

  it('is a millimetre off at most', () => {
    const right: Right = { kind: 'pull', mm: { of: ['centerToCenter'], are: [96] } };
    const pullAt = (mm: number): ProductFacts => ({
      ...barPull,
      variants: [{ options: [], dimensions: drilled(mm) }],
    });
    expect([94.9, 95, 97, 97.1].map(mm => isRight(right, pullAt(mm)))).toEqual([false, true, true, false]);
    expect(isRight(right, { ...barPull, variants: [] })).toBe(false);
  });

  it('is not one of another size whose fraction ends alike', () => {
    const frameHinge = (overlay: string): ProductFacts => ({
      ...slide,
      title: `Calder Face-Frame Hinge, ${overlay} Overlay`,
      type: 'Hinge',
      variants: [{ options: [{ name: 'Frame overlay', value: overlay }], dimensions: {} }],
    });
    expect(rightFor('FF hinge 1/2 overlay', frameHinge('1/2"'))).toBe(true);
    expect(rightFor('FF hinge 1/2 overlay', frameHinge('1-1/2"'))).toBe(false);
  });

  it('is no part that goes with what is meant', () => {
    const locks = { ...slide, title: 'Kestrel Undermount Lock, Pair', subcategories: ['Slide parts'] };
    expect(rightFor('BB slides 20', locks)).toBe(false);
    expect(rightFor('BB slides 20', { ...slide, title: 'Slide Rear Bracket, Pair' })).toBe(false);
  });

  it('is told by its description where that says more than the name', () => {
    expect(rightFor('BB slides 20', slide)).toBe(true);
    expect(rightFor('drawr slides full extention', slide)).toBe(true);
    expect(rightFor('undermout slide soft clsoe', slide)).toBe(false);
    expect(rightFor('8-32 x 1-3/4 screw', barPull)).toBe(false);
  });
});

describe('a search', () => {
  const others = Array.from({ length: 95 }, (_, n): ProductFacts => ({ ...slide, _id: `slide ${n}` }));
  const search = searchFor('SN bin pull');

  it('passes with the right product among the first five, where that is no luck', () => {
    const shop = [cupPull, barPull, ...others];
    const behind = (count: number) => [...others.slice(0, count).map(({ _id }) => _id), 'cup'];
    expect(judgeSearch(search, behind(4), shop)).toMatchObject({
      rank: 5,
      inShop: 1,
      needed: 1,
      passed: true,
    });
    expect(judgeSearch(search, behind(5), shop)).toMatchObject({ rank: 6, passed: false });
    expect(judgeSearch(search, [], shop)).toMatchObject({ rank: null, passed: false });
    expect(judgeSearch(search, behind(4), shop).luck).toBeCloseTo(5 / 97, 6);
  });

  it('needs nothing but right ones in front where five picked blindly would often hold one', () => {
    const cups = Array.from({ length: 20 }, (_, n): ProductFacts => ({ ...cupPull, _id: `cup ${n}` }));
    const shop = [...cups, ...others];
    const ids = cups.slice(0, 4).map(({ _id }) => _id);
    expect(judgeSearch(search, [...ids, 'slide 1'], shop)).toMatchObject({
      needed: 5,
      rank: 1,
      passed: false,
    });
    expect(judgeSearch(search, [...ids, 'cup 4', 'slide 1'], shop).passed).toBe(true);
    expect(judgeSearch(search, [...ids, 'cup 4'], shop).luck).toBeLessThan(0.001);
  });

  it('fails in a shop that has nothing right for it', () => {
    expect(judgeSearch(search, ['slide 1'], others)).toMatchObject({ inShop: 0, luck: 0, passed: false });
  });
});
