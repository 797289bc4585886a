import { describe, expect, it } from 'vitest';
import { nameOfWay, packWay, readWay } from '#client/features/office/way-back.ts';

describe('the way back to a list', () => {
  it.each(['/admin/orders', '/admin/orders?view=ready&search=%C5%81%C3%93D%C5%B9+4&page=3', '/admin'])(
    'comes back as it went: %s',
    path => {
      expect(packWay(path)).toMatch(/^[\w-]+$/);
      expect(readWay(packWay(path))).toBe(path);
    },
  );

  it.each([
    ['another host', packWay('//evil.example/admin')],
    ['another scheme', packWay('javascript:alert(1)')],
    ['a way out of the office', packWay('/admin/../user')],
    ['a page of the shop', packWay('/products')],
    ['a name that only begins so', packWay('/administrator')],
    ['what is no base64url', '***'],
    ['bytes that are no text', 'gICA'],
    ['nothing', undefined],
    ['what is too long', 'A'.repeat(1001)],
  ])('is none where it says %s', (_, packed) => {
    expect(readWay(packed)).toBeNull();
  });

  it('is left out where the list says more than an address should hold', () => {
    expect(packWay(`/admin/orders?search=${'x'.repeat(900)}`)).toBe('');
  });
});

describe('the name of a way back', () => {
  it.each([
    ['/admin', 'Today'],
    ['/admin/orders?view=ready', 'the orders'],
    ['/admin/orders/12', 'the order'],
    ['/admin/companies/7/L2FkbWlu', 'the company'],
    ['/admin/companies/7/account', 'the account'],
    ['/admin/receipts', 'the deposits'],
    ['/admin/kitchen-sink', 'where you were'],
  ])('of %s is %s', (path, name) => {
    expect(nameOfWay(path)).toBe(name);
  });
});
