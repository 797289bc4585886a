import { expect, request } from '@playwright/test';
import { signInAs } from './ask.ts';
import { PEOPLE } from './people.ts';
import type { Shop } from './shop.ts';

/** Asks for approval of an order above the foreman's limit of $5, which waits from then on. */
export async function askForApproval(shop: Shop): Promise<void> {
  const foreman = await request.newContext({ baseURL: shop.url });
  await signInAs(foreman, PEOPLE.foreman);
  const { _id, product_id } = await shop.variant('QH-12');
  const cart = [{ productId: product_id, variantId: _id, quantity: 5 }];
  const headers = { 'sec-fetch-site': 'same-origin' };
  const said = { cart, shippingMethod: 'local' };
  const cost = await foreman.patch('/api/v1/orders/getCost', { data: said, headers });
  const asked = await cost.json();
  const answer = await foreman.post('/trpc/team.requestApproval', {
    data: {
      ...{ ...said, paymentType: 'Terms', total: asked.total },
      ...{ name: 'Fran Foreman', email: PEOPLE.foreman, phone: '512 555 0143' },
      idempotencyKey: crypto.randomUUID(),
    },
    headers,
  });
  expect(await answer.text()).toContain('waiting');
  await foreman.dispose();
}
