import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '#server/auth/passwords.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

/** A screw that is sold singly, in bags and in boxes, and a buyer on terms. */
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
const company = await makeCompany(database.db, { creditLimit: usd(5) });
const passwordHash = await hashPassword(PASSWORD);
const dana = { name: 'Dana Hollis', email: PEOPLE.commercial, paymentType: 'Terms' as const };
await makeUser(database.db, { ...dana, passwordHash, company });
await database.close();
