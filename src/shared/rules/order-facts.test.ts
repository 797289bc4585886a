import { expect, it } from 'vitest';
import { dayText, orderNames } from '#shared/rules/order-facts.ts';

it.each([
  ['778', 'PO 778'],
  ['Porch 2', 'PO Porch 2'],
  ['PO 778', 'PO 778'],
  ['PO-778', 'PO-778'],
  ['po778', 'po778'],
  ['P.O. 778', 'P.O. 778'],
])('the PO number %s is told as %s', (poNumber, told) => {
  expect(orderNames({ orderName: 'Kitchen', poNumber })).toEqual(['Kitchen', told]);
});

it('an order without them has no names besides its number', () => {
  expect(orderNames({ orderName: '', poNumber: null })).toEqual([]);
});

it.each([
  ['2026-12-08', 'December 8, 2026'],
  ['', ''],
  ['soon', 'soon'],
])('the day "%s" is told as "%s"', (text, told) => expect(dayText(text)).toBe(told));
