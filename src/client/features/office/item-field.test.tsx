import { act } from 'react';
import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { ItemField, type ItemHandle } from '#client/features/office/item-field.tsx';
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

/** Shows the field of a shop that has CP-128 alone, and nothing near any other. */
async function showField() {
  const added: string[] = [];
  let isDown = false;
  let handle: ItemHandle | null = null;
  api.answers = {
    'variants.match': ({ numbers }: { numbers: string[] }) => {
      if (isDown) throw refused('unavailable');
      return numbers.map(number => ({ variant: number === 'CP-128' ? pull : null, similar: [] }));
    },
    'products.search': () => ({ products: [] }),
  };
  await api.show(
    <ItemField
      owner={{}}
      onAdd={items => added.push(...items.map(({ variant, quantity }) => `${quantity} ${variant._id}`))}
      handle={now => {
        handle = now;
      }}
    />,
  );
  return {
    added,
    goDown: (down: boolean) => {
      isDown = down;
    },
    scan: async (text: string) => {
      await api.type('Item and quantity', text);
      await api.press('Add');
    },
    goOn: async () => {
      let is = false;
      await act(async () => {
        is = handle?.isSettled() ?? false;
      });
      return is;
    },
  };
}
const left = () => [...api.page.querySelectorAll('[aria-label="Not added"] b')].map(one => one.textContent);

it('a scan that finds nothing waits by itself: the next begins in an empty field, and none is lost', async () => {
  const { scan, added } = await showField();
  for (const code of ['0123456789', 'BK9053-100-AB', 'CP-128 2']) {
    await scan(code);
    expect(api.field('Item and quantity').value).toBe('');
    expect(document.activeElement).toBe(api.field('Item and quantity'));
  }
  expect(added).toEqual(['2 pull']);
  expect(left()).toEqual(['BK9053-100-AB', '0123456789']);
  await api.press('Take 0123456789 out');
  await api.press('Correct BK9053-100-AB');
  expect([left(), api.field('Item and quantity').value]).toEqual([[], 'BK9053-100-AB']);
});

it('nobody goes on while anything is typed or was not added: it is said, and they are led to it', async () => {
  const { scan, goOn } = await showField();
  expect(await goOn()).toBe(true);
  await scan('0123456789');
  expect(await goOn()).toBe(false);
  expect(api.page.querySelector('[role="alert"]')?.textContent).toContain('Not everything was added.');
  expect(document.activeElement).toBe(api.button('Try 0123456789 again'));
  await api.press('Take 0123456789 out');
  expect(await goOn()).toBe(true);
  await api.type('Item and quantity', 'CP-128');
  expect(await goOn()).toBe(false);
  expect(api.page.textContent).toContain('Add this first, or empty the field.');
  expect(document.activeElement).toBe(api.field('Item and quantity'));
  await api.press('Add');
  expect(await goOn()).toBe(true);
});

it('what could not be looked up is tried again as it was typed', async () => {
  const { scan, goDown, added } = await showField();
  goDown(true);
  await scan('CP-128 3');
  expect([added, left()]).toEqual([[], ['CP-128 3']]);
  goDown(false);
  await api.press('Try CP-128 3 again');
  expect([added, left()]).toEqual([['3 pull'], []]);
});
