import type { DemoClock } from '#demo/clock.ts';
import type { DemoShop } from '#demo/demo-shop.ts';
import { type Day, type DemoLine, type DemoOrder, openDay, signedIn } from '#demo/office/day.ts';
import { bringAlerts, exceedLimits } from '#demo/office/money-matters.ts';
import { beginOne, pickAll, pickShort, stopHalfway } from '#demo/office/picks.ts';
import { addComment } from '#server/comments/comments.ts';
import type { Db } from '#server/database/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { orderConfirmation } from '#server/mail/templates/order-confirmation.ts';
import { handOver } from '#server/orders/hand-over.ts';
import { sendStaffMessage } from '#server/orders/order-mails.ts';
import { patchOrder } from '#server/orders/patch-order.ts';
import { orderById } from '#server/orders/read-order.ts';
import { createReturn } from '#server/returns/create-return.ts';
import { chance } from '#server/time-and-chance.ts';

/** Orders of late whose confirmations lie in the mailbox. */
const CONFIRMED = 8;

/**
 * Has staff work for a day, by the functions that their screens call: picks in every state, orders to hand over and to
 * ship, comments, mails that were sent, failed or wait, alerts, and companies over their limits.
 */
export async function workForADay(tx: Db, shop: DemoShop, time: DemoClock, publicUrl: string): Promise<void> {
  const day = openDay(tx, shop, time, publicUrl);
  await confirmOrders(day);
  await exceedLimits(day, shop.people);
  await bringAlerts(day);
  await packParcels(day);
  await packForCounter(day);
  await beginPicks(day);
  await askForReturn(day, shop);
  await writeMessages(day);
}

async function confirmOrders({ app, tx, rows, at }: Day): Promise<void> {
  const site = await mailSite(app, tx);
  const confirmed = rows.orders.filter(({ status }) => !['Held', 'Canceled'].includes(status));
  for (const { _id, email, createdAt } of confirmed.slice(-CONFIRMED)) {
    const order = await orderById(tx, _id, { withKey: true });
    await at(createdAt ?? '', () =>
      queueMail(tx, app, {
        ...orderConfirmation(order, site),
        template: 'order-confirmation',
        to: email,
        dedupeKey: `order-confirmation:${_id}`,
        order: _id,
      }),
    );
  }
}

const isWhole = (lines: readonly DemoLine[]) =>
  lines.length > 1 && lines.every(({ dropShip, isBundle }) => !dropShip && !isBundle);

/** Whether an order of whole lines waited to be picked so many minutes ago already. */
const waited =
  ({ time }: Day, minutes: number) =>
  ({ status, createdAt }: DemoOrder, lines: readonly DemoLine[]) =>
    status === 'Submitted' && (createdAt ?? '') < time.minutesAgo(minutes) && isWhole(lines);

async function packParcels(day: Day): Promise<void> {
  const { app, tx, time, at, bea, employee } = day;
  const wasThere = waited(day, 270);
  const [first, ...others] = day.take(
    3,
    (order, lines) => order.shippingMethod !== 'local' && wasThere(order, lines),
  );
  for (const [index, { _id }] of others.entries())
    await pickAll(day, bea, _id, { begun: 190 - 35 * index, minutes: 18, ready: false });
  if (!first) return;
  await pickAll(day, bea, first._id, { begun: 260, minutes: 25, ready: false });
  await at(time.minutesAgo(140), async () => {
    const tracking = [{ carrier: 'UPS', number: 'DEMO40417733' }];
    await patchOrder(app, employee, { _id: first._id, status: 'Shipped', tracking });
  });
  const [sent] = others;
  if (!sent) return;
  await at(time.minutesAgo(60), () =>
    addComment(tx, bea, {
      kind: 'order',
      subject: sent._id,
      text: `@${employee.name} The carrier comes at four: does this go with him, or do we wait for the rest of the job?`,
      mentions: [employee._id],
    }),
  );
}

async function packForCounter(day: Day): Promise<void> {
  const { app, tx, time, at, employee, hugo, bea } = day;
  const wasThere = waited(day, 330);
  const [whole, short, shorter] = day.take(
    3,
    (order, lines) => order.shippingMethod === 'local' && wasThere(order, lines),
  );
  if (whole) await pickAll(day, hugo, whole._id, { begun: 230, minutes: 20, ready: true });
  if (short) await pickShort(day, hugo, short._id, { begun: 200, minutes: 30, why: 'none on shelf' });
  if (shorter) {
    await pickShort(day, bea, shorter._id, { begun: 320, minutes: 15, why: 'damaged' });
    await at(time.minutesAgo(95), () =>
      handOver(app, employee, { _id: shorter._id, key: chance.uuid(), collectedBy: shorter.name }),
    );
    await at(time.minutesAgo(90), () =>
      addComment(tx, employee, {
        kind: 'order',
        subject: shorter._id,
        text: 'Took what is here. The rest comes with the truck on Friday: call them when it is on the shelf.',
        mentions: [],
      }),
    );
  }
  const [collected] = day.take(
    1,
    ({ status, createdAt }, lines) =>
      status === 'Ready' && (createdAt ?? '') < time.daysAgo(3) && isWhole(lines),
  );
  if (!collected) return;
  await at(time.minutesAgo(75), () =>
    handOver(app, employee, { _id: collected._id, key: chance.uuid(), collectedBy: collected.name }),
  );
}

async function beginPicks(day: Day): Promise<void> {
  const { hugo, bea, employee } = day;
  const [going, left, fresh] = day.take(3, waited(day, 120));
  if (going) await beginOne(day, hugo, going._id, 12);
  if (left) await stopHalfway(day, employee, left._id, 110);
  if (fresh) await beginOne(day, bea, fresh._id, 5);
}

async function askForReturn({ app, time, take, at }: Day, { people, orders }: DemoShop): Promise<void> {
  const back = new Set(orders.returns.map(({ order }) => order));
  const byId = new Map(people.all.map(user => [user._id, user]));
  const [order] = take(
    1,
    ({ _id, status, paymentType, user }, lines) =>
      status === 'Completed' &&
      paymentType === 'credit-card' &&
      user != null &&
      !back.has(_id) &&
      isWhole(lines),
  );
  const user = byId.get(order?.user ?? '');
  const line = orders.orderLines.find(one => one.order === order?._id);
  if (!order || !user || !line) return;
  await at(time.minutesAgo(45), () =>
    createReturn(app, signedIn(user), {
      orderId: order._id,
      lines: [
        { variantId: line.variantId, quantity: 1, reason: 'One too many for the cabinet over the sink' },
      ],
      notes: 'It is still in its bag.',
    }),
  );
}

async function writeMessages({ app, time, at, employee, bea }: Day): Promise<void> {
  const messages = [
    { to: 'joan@post.example', subject: 'Your question about soft-close slides', minutes: 170 },
    { to: 'orders@moved.example', subject: 'Samples of the spring finishes', minutes: 150 },
    { to: 'desk@busy.example', subject: 'When we deliver to Unit 7', minutes: 25 },
    { to: 'site@busy.example', subject: 'The hinges that you asked about', minutes: 8 },
  ];
  for (const [index, { to, subject, minutes }] of messages.entries()) {
    await at(time.minutesAgo(minutes), () =>
      sendStaffMessage(app, index % 2 === 0 ? employee : bea, {
        ...{ to, subject },
        content:
          'Thank you for asking. We looked it up, and will call you in the afternoon to go through it.',
      }),
    );
  }
}
