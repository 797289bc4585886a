/** Addresses at which carriers show what became of a parcel; the number stands at the end. */
const CARRIERS: [name: RegExp, url: string][] = [
  [/^fedex/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^ups/i, 'https://www.ups.com/track?tracknum='],
  [/^usps/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
];

/** Returns the address that tracks a parcel; null for a carrier that is not known, or a number that can't be one. */
export function trackingUrl(carrier: string, number: string): string | null {
  const known = CARRIERS.find(([name]) => name.test(carrier));
  const plain = number.replace(/[\s-]/g, '');
  return known && /^[A-Za-z0-9]{6,40}$/.test(plain) ? known[1] + plain : null;
}
