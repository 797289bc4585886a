import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { ItemField } from '#client/features/office/item-field.tsx';
import type { Item } from '#client/features/office/item-lookup.ts';

const api = setApi();

const pull = {
  ...{ _id: 'pull', productNum: 'CP-128', price: 12.4, options: [] },
  product: { title: 'Calder Pull' },
};

it('a name that ends in a number offers so many of what comes near, and says meanwhile that it looks', async () => {
  const added: Item[][] = [];
  const seen: string[] = [];
  api.answers = {
    'variants.match': () =>
      new Promise(resolve => setTimeout(() => resolve([{ variant: null, similar: [pull] }]), 10)),
    'products.search': () => ({ products: [] }),
  };
  await api.show(<ItemField owner={{}} onAdd={items => added.push(items)} />);
  const watch = new MutationObserver(() => seen.push(api.page.textContent ?? ''));
  watch.observe(api.page, { subtree: true, childList: true, characterData: true });
  await api.type('Item and quantity', 'calder pull 128');
  await api.press('Add');
  await api.until(() => api.button('128 × CP-128, Calder Pull, $12.40'));
  watch.disconnect();
  expect(seen.some(text => text.includes('Looking it up…'))).toBe(true);
  expect(api.page.textContent).not.toContain('Looking it up');
  await api.press(/^128 ×/);
  expect(added).toEqual([[{ variant: pull, quantity: 128 }]]);
});
