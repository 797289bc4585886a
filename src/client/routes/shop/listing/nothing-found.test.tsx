import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { readListing } from '#client/features/catalog/listing-address.ts';
import { PastTheEnd } from '#client/routes/shop/listing/nothing-found.tsx';

const shown = (search: string, total: number, pages: number): Element => {
  const page = document.createElement('div');
  const address = readListing(new URLSearchParams(search));
  page.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <PastTheEnd path="/products" {...{ address, total, pages }} />
    </MemoryRouter>,
  );
  return page;
};

const links = (page: Element) => [...page.querySelectorAll('a')].map(link => link.getAttribute('href'));

it('a page after the last says where the list ends, and leads into it with the same filters', () => {
  const page = shown('page=9999&vendor=Hollis', 1571, 32);
  expect(page.textContent).toContain('There is no page 9,999');
  expect(page.textContent).toContain('1,571 products on 32 pages');
  expect(links(page)).toEqual(['/products?vendor=Hollis', '/products?vendor=Hollis&page=32']);
});

it('a list of one page has one way into it', () => {
  const page = shown('page=2', 1, 1);
  expect(page.textContent).toContain('1 product on one page');
  expect(links(page)).toEqual(['/products']);
});
