import { expect, it } from 'vitest';
import { BinTable } from '#client/routes/admin/picking/bin-table.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';
import type { PickableOrder } from '#shared/schemas/staff-picking.ts';

const stage = setStage();

it('a price that staff named is marked beside the order that has it', () => {
  const order = (_id: string, orderNumber: number) =>
    ({ _id, orderNumber, name: 'Rae' }) as unknown as PickableOrder;
  const takers = [
    { order: 'one', pieces: 4, isPriceNamed: false },
    { order: 'two', pieces: 2, isPriceNamed: true },
  ];
  const knob = { variant: 'v', productNum: 'K-1', name: 'Knob', pieces: 6, takers };
  stage.show(<BinTable bins={[{ bin: 'A2', lines: [knob] }]} orders={[order('one', 1), order('two', 2)]} />);
  expect([...stage.page.querySelectorAll('li')].map(({ textContent }) => textContent?.trim())).toEqual([
    '1 Rae: 4',
    '2 Rae: 2 agreed price',
  ]);
});
