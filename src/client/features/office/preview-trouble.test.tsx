import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { PreviewTrouble } from '#client/features/office/preview-trouble.tsx';
import { fieldErrors } from '#client/ui/form-errors.ts';
import { editOrderSchema, LAST_LINE } from '#shared/schemas/edit-order.ts';

const api = setApi();
const said = async (errors: Record<string, string>) => {
  await api.show(
    <PreviewTrouble refused={null} errors={errors} fields={new Set()} onAgain={() => undefined} />,
  );
  return api.page.textContent;
};

it('an edit that takes every line out is told what to do instead, in the shop’s own words', async () => {
  const { error } = editOrderSchema.safeParse({ cart: [] });
  const ofCart = error?.issues.filter(({ path }) => path[0] === 'cart') ?? [];
  expect(await said(fieldErrors(ofCart as never))).toBe(LAST_LINE);
});

it('a fault that goes on from the name of its field is one of the order', async () => {
  expect(await said({ cart: 'is worth more than can be sold at once' })).toBe(
    'The order is worth more than can be sold at once.',
  );
});
