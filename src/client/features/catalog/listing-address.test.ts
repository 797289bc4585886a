import { describe, expect, it } from 'vitest';
import {
  countFilters,
  listingSearch,
  readListing,
  toggleOption,
  toggleVendor,
  withoutFilters,
} from '#client/features/catalog/listing-address.ts';

const read = (search: string) => readListing(new URLSearchParams(search));

describe('the address of a listing', () => {
  it('is read and written without loss', () => {
    const search = listingSearch(
      read(
        'type=sale&title=cup+pull&tags=Featured&categories=Pulls&vendor=Amerock&vendor=Belwith%2C+Inc&options=' +
          encodeURIComponent('{"Finish":["Satin Nickel","Black"]}') +
          '&minPrice=2.5&maxPrice=20&inStock=true&sort=price_desc&page=3',
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
    });
  });

  it('leaves out what is the default', () => {
    expect(listingSearch(read('sort=title_asc&page=1&title=+'))).toBe('');
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
    `vendor=${'x'.repeat(121)}`,
  ])('shows the whole listing for %s', search => {
    expect(listingSearch(read(search))).toBe('');
  });

  it('toggles values and lets an emptied group go [LIST-06]', () => {
    const one = toggleOption(read('page=4'), 'Finish', 'Black');
    const two = toggleOption(one, 'Finish', 'Brass');
    expect(two.options).toEqual({ Finish: ['Black', 'Brass'] });
    expect(two.page).toBe(1);
    expect(toggleOption(toggleOption(two, 'Finish', 'Black'), 'Finish', 'Brass').options).toEqual({});
    expect(toggleVendor(toggleVendor(read(''), 'Amerock'), 'Amerock').vendor).toEqual([]);
    const all = toggleVendor({ ...two, title: 'pull', minPrice: 1, inStock: true }, 'Amerock');
    expect(countFilters(all)).toBe(5);
    expect(listingSearch(withoutFilters(all))).toBe('?title=pull');
  });
});
