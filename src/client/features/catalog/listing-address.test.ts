import { describe, expect, it } from 'vitest';
import {
  countFilters,
  listingQuery,
  listingSearch,
  readListing,
  readPosition,
  toggleOption,
  toggleVendor,
  withoutFilters,
  withPosition,
} from '#client/features/catalog/listing-address.ts';

const read = (search: string) => readListing(new URLSearchParams(search));

describe('the address of a listing', () => {
  it('is read and written without loss', () => {
    const search = listingSearch(
      read(
        'type=sale&title=cup+pull&tags=Featured&categories=Pulls&vendor=Amerock&vendor=Belwith%2C+Inc&options=' +
          encodeURIComponent('{"Finish":["Satin Nickel","Black"]}') +
          '&minPrice=2.5&maxPrice=20&inStock=true&holes=3-3%2F4%22&holesTolerance=2&sort=price_desc&page=3&through=5' +
          '&view=list',
      ),
    );
    expect(listingSearch(read(search.slice(1)))).toBe(search);
    expect(read(search.slice(1))).toMatchObject({
      type: 'sale',
      title: 'cup pull',
      vendor: ['Amerock', 'Belwith, Inc'],
      options: { Finish: ['Satin Nickel', 'Black'] },
      minPrice: 2.5,
      maxPrice: 20,
      inStock: true,
      sort: 'price_desc',
      page: 3,
      holes: '3-3/4"',
      holesTolerance: 2,
      through: 5,
      view: 'list',
    });
  });

  it('takes the lower of two prices first, whichever way round they were typed', () => {
    expect(read('minPrice=20&maxPrice=5')).toMatchObject({ minPrice: 5, maxPrice: 20 });
    expect(read('minPrice=20')).toMatchObject({ minPrice: 20, maxPrice: undefined });
  });

  it('reads twenty filters of however many it has', () => {
    const options = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`Filter ${n}`, ['x']]));
    const { options: kept } = read(`options=${encodeURIComponent(JSON.stringify(options))}`);
    expect(Object.keys(kept)).toEqual(Array.from({ length: 20 }, (_, n) => `Filter ${n}`));
  });

  it('leaves out what is the default', () => {
    expect(listingSearch(read('sort=title_asc&page=1&title=+'))).toBe('');
    expect(listingSearch(read('sort=&title=knob'))).toBe('?title=knob');
  });

  it('keeps A to Z where words are answered best first', () => {
    expect(listingSearch(read('sort=title_asc&title=knob'))).toBe('?title=knob&sort=title_asc');
    expect(listingQuery(read('title=knob')).sort).toBeUndefined();
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'sort=constructor',
    'type=__proto__',
    'minPrice=-1',
    'maxPrice=1e9',
    'options=%7B',
    'options=%5B1%5D',
    'options=%7B%22a%22%3A7%7D',
    'inStock=yes',
    'holes=wide',
    'holes=',
    'holesTolerance=2',
    'through=2000',
    'through=0',
    'view=table',
    'pindex=4&scroll=900',
    'page=1e9',
    'page=99999999999',
    `vendor=${'x'.repeat(121)}`,
  ])('shows the whole listing for %s', search => {
    expect(listingSearch(read(search))).toBe('');
  });

  it('keeps the tolerance that is usual out of the address, and takes no other than those offered', () => {
    expect(listingSearch(read('holes=96mm&holesTolerance=1'))).toBe('?holes=96mm');
    expect(listingSearch(read('holes=96mm&holesTolerance=7'))).toBe('?holes=96mm');
    expect(listingQuery(read('holes=96mm'))).toMatchObject({ holes: '96mm', holesTolerance: 1 });
  });

  it('shows no more than five pages together', () => {
    expect(read('page=3&through=7').through).toBe(7);
    expect(read('page=3&through=8').through).toBe(3);
    expect(listingQuery(read('page=3&through=5'), 4)).toMatchObject({ page: 4 });
  });

  it('tells and reads where in the listing somebody is', () => {
    const search = withPosition('?title=pull&pindex=1&scroll=2', { pindex: 12, scroll: 1840 });
    expect(search).toBe('?title=pull&pindex=12&scroll=1840');
    expect(readPosition(new URLSearchParams(search))).toEqual({ pindex: 12, scroll: 1840 });
    expect(withPosition(search, null)).toBe('?title=pull');
    expect(withPosition('?scroll=4', null)).toBe('');
    for (const odd of ['', 'scroll=0', 'scroll=-4', 'scroll=1e9', 'scroll=x&pindex=3', 'pindex=3']) {
      expect(readPosition(new URLSearchParams(odd)), odd).toBeNull();
    }
    expect(readPosition(new URLSearchParams('scroll=5&pindex=x'))).toEqual({ pindex: 0, scroll: 5 });
  });

  it('toggles values and lets an emptied group go [LIST-06]', () => {
    const one = toggleOption(read('page=4'), 'Finish', 'Black');
    const two = toggleOption({ ...one, page: 2, through: 4 }, 'Finish', 'Brass');
    expect(two.through).toBe(1);
    expect(two.options).toEqual({ Finish: ['Black', 'Brass'] });
    expect(two.page).toBe(1);
    expect(toggleOption(toggleOption(two, 'Finish', 'Black'), 'Finish', 'Brass').options).toEqual({});
    expect(toggleVendor(toggleVendor(read(''), 'Amerock'), 'Amerock').vendor).toEqual([]);
    const all = toggleVendor({ ...two, title: 'pull', minPrice: 1, inStock: true }, 'Amerock');
    expect(countFilters(all)).toBe(5);
    expect(listingSearch(withoutFilters(all))).toBe('?title=pull');
  });
});
