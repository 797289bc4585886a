import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '#server/auth/passwords.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

/** Somebody of the staff, and screws in packs, beside the catalogue. */
const database = await openShop();
await makeUser(database.db, {
  name: 'Ada Kent',
  email: PEOPLE.admin,
  passwordHash: await hashPassword(PASSWORD),
  permissionLevel: 'Admin',
});
const _id = uuidv7();
const packs = [
  ['WS-10', 'Bag of 10', 10, 8],
  ['WS-25', 'Box of 25', 25, 18],
] as const;
for (const [position, [productNum, pack, pieceSize, price]] of packs.entries()) {
  const options = [{ name: 'Pack', value: pack }];
  const product = {
    ...{ _id, title: 'Wood Screw', type: 'Accessory', vendor: 'Brightwater' },
    options: [{ name: 'Pack', values: packs.map(one => one[1]) }],
  };
  await makeVariant(database.db, { position, productNum, pieceSize, price: usd(price), options }, product);
}
await database.close();
