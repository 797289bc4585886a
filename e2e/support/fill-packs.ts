import { v7 as uuidv7 } from 'uuid';
import { makeVariant, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';

/** A screw that is sold singly, in bags and in boxes. */
const database = await openShop();
const _id = uuidv7();
const packs = [
  ['WS-1', 'One', 1, 1],
  ['WS-10', 'Bag of 10', 10, 8],
  ['WS-25', 'Box of 25', 25, 18],
] as const;
for (const [position, [productNum, pack, pieceSize, price]] of packs.entries()) {
  const options = [{ name: 'Pack', value: pack }];
  const product = {
    _id,
    title: 'Wood Screw',
    vendor: 'Brightwater',
    options: [{ name: 'Pack', values: packs.map(one => one[1]) }],
  };
  await makeVariant(database.db, { position, productNum, pieceSize, price: usd(price), options }, product);
}
await database.close();
