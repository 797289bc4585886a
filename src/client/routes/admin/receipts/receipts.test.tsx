import { useState } from 'react';
import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { Component as Deposits } from '#client/routes/admin/receipts/receipts.tsx';
import { trpc } from '#client/trpc.ts';

const api = setApi();

const receipt = {
  ...{ _id: 'r', company: 'c', user: null, from: 'Hollis', method: 'check', number: '1043', amount: 750 },
  ...{ receivedOn: '2026-11-26', note: '', bouncedAt: null, bouncedOn: null, tookBack: null, onAccount: 10 },
  orders: [
    { _id: 'o1', orderNumber: 1001, amount: 430.84 },
    { _id: 'o2', orderNumber: 1002, amount: 309.16 },
  ],
};

it('the deposit list waits for the shop’s day no longer than it can be read', async () => {
  api.answers = {
    'receipts.today': () => {
      throw refused('forbidden');
    },
    'receipts.list': () => ({ receipts: [receipt], takenBack: [], sum: 750, handedBack: 20.12 }),
  };
  await api.show(<Deposits />);
  expect(api.page.textContent).toContain('You are not allowed to do this.');
  expect(api.page.textContent).not.toContain('Loading');
  api.answers['receipts.today'] = () => ({ today: '2026-11-26', timeZone: 'UTC' });
  await api.press('Try again');
  expect(api.page.textContent).toContain('Deposits of November 26, 2026');
  expect(api.page.textContent).toContain('Cash handed back$20.12');
  expect(api.sentTo('receipts.list')).toEqual([{ on: '2026-11-26' }]);
});

it('what a check that bounces takes along is told before it is said to', async () => {
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-26', timeZone: 'UTC' }),
    'receipts.list': () => ({ receipts: [receipt], takenBack: [], sum: 750, handedBack: 0 }),
  };
  await api.show(<Deposits />);
  await api.press('Mark as bounced');
  expect(api.page.textContent).toContain('Check 1043 of $750.00, received on November 26, 2026.');
  expect(api.page.textContent).toContain(
    '$430.84 of order 1001, $309.16 of order 1002 are owed again. $10.00 on account is gone. This can’t be undone.',
  );
});

function DepositsTo({ level }: { level: 'Admin' | 'Employee' }) {
  const { auth } = trpc.useUtils();
  useState(() => auth.me.setData({}, { user: { permissionLevel: level } } as never));
  return <Deposits />;
}

it('an Admin takes cash back that was entered by mistake, and says why', async () => {
  const cash = { ...receipt, method: 'cash', number: '' };
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-26', timeZone: 'UTC' }),
    'receipts.list': () => ({ receipts: [cash], takenBack: [], sum: 750, handedBack: 0 }),
    'receipts.bounce': () => cash,
  };
  await api.show(<DepositsTo level="Employee" />);
  expect(api.page.textContent).not.toContain('Entered by mistake');
  await api.show(<DepositsTo key="Admin" level="Admin" />);
  expect(api.page.textContent).not.toContain('Mark as bounced');
  await api.press('Entered by mistake');
  expect(api.page.textContent).toContain('$10.00 on account is gone. This can’t be undone.');
  await api.press('Take it back');
  expect(api.page.textContent).toContain('is required');
  expect(api.sentTo('receipts.bounce')).toEqual([]);
  await api.type('Reason', ' It was Maple’s. ');
  await api.press('Take it back');
  expect(api.sentTo('receipts.bounce')).toEqual([{ _id: 'r', mistake: 'It was Maple’s.' }]);
});

it('a check that bounced stays in the deposit of its day', async () => {
  const { orders, onAccount } = receipt;
  const bounced = {
    ...receipt,
    ...{ bouncedAt: '2026-11-28T15:00:00Z', bouncedOn: '2026-11-28' },
    ...{ orders: [], onAccount: 0, tookBack: { orders, onAccount } },
  };
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-28', timeZone: 'UTC' }),
    'receipts.list': () => ({ receipts: [bounced], takenBack: [], sum: 750, handedBack: 0 }),
  };
  await api.show(<Deposits />);
  const came = api.page.textContent;
  expect(came).toContain('Checks (1)$750.00All$750.00');
  expect(came).toContain('Bounced on November 28, 20261001 $430.841002 $309.16$10.00 on account$750.00');
  expect(came).not.toContain('Mark as bounced');
});

it('the day on which a check bounced has it as a minus', async () => {
  const bounced = { ...receipt, bouncedAt: '2026-11-28T15:00:00Z', bouncedOn: '2026-11-28', orders: [] };
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-28', timeZone: 'UTC' }),
    'receipts.list': () => ({ receipts: [], takenBack: [bounced], sum: -750, handedBack: 0 }),
  };
  await api.show(<Deposits />);
  const text = api.page.textContent;
  expect(text).toContain('Bounced (1)−$750.00All−$750.00');
  expect(text).toContain('Received on November 26, 2026');
});

it('one that was entered by mistake says so, with its reason, apart from those that bounced', async () => {
  const gone = { ...receipt, bouncedAt: '2026-11-28T15:00:00Z', bouncedOn: '2026-11-28', orders: [] };
  const mistaken = { ...gone, _id: 'm', amount: 50, mistake: 'It was Maple’s.' };
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-28', timeZone: 'UTC' }),
    'receipts.list': () => ({ receipts: [], takenBack: [gone, mistaken], sum: -800, handedBack: 0 }),
  };
  await api.show(<Deposits />);
  const text = api.page.textContent;
  expect(text).toContain('Bounced (1)−$750.00Entered by mistake (1)−$50.00All−$800.00');
  expect(text).toContain('Entered by mistake, taken back on November 28, 2026: It was Maple’s.');
});
