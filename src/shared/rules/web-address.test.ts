import { expect, it } from 'vitest';
import { looksLikeAddress } from '#shared/rules/web-address.ts';

it.each([
  'URGENT: verify your payment at http://pay.example',
  'https://x',
  'ftp://files',
  'knurl.com',
  'Amazon.com Billing',
  'Please see WWW.example',
  'pay.knurl-shop.co.uk/now',
  'ｋｎｕｒｌ．ｃｏｍ',
  'knurl。com',
  'kn\u200Burl.\u2060com',
  'кнурл.рф',
  'shop.xn--p1ai',
  'me@example.com',
  'at 203.0.113.9',
])('an address: %s', name => {
  expect(looksLikeAddress(name)).toBe(true);
});

it.each([
  'Acme Hardware, Inc.',
  'J.R. Smith & Sons',
  'A.B.C. Pulls',
  'St. Louis Knobs',
  'No. 5 Hinges',
  'Acme (est. 1.5.1999)',
  'Knobs 1.25 in',
  'Dr. Knob vs. Mr. Pull',
  'Hardware: and more',
  'N/A',
])('none: %s', name => {
  expect(looksLikeAddress(name)).toBe(false);
});
