import { describe, expect, it } from 'vitest';
import { trackingUrl } from '#shared/rules/tracking.ts';

describe('a parcel is followed', () => {
  it.each([
    ['FedEx', '7946 4481 2045', 'https://www.fedex.com/fedextrack/?trknbr=794644812045'],
    ['FedEx Ground', '794644812045', 'https://www.fedex.com/fedextrack/?trknbr=794644812045'],
    ['ups', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['USPS', '9400-1000-0000', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=940010000000'],
  ])('%s %s at the carrier', (carrier, number, url) => {
    expect(trackingUrl(carrier, number)).toBe(url);
  });

  it.each([
    ['Hill Country Couriers', '794644812045'],
    ['FedEx', '12'],
    ['FedEx', '"><script>alert(1)</script>'],
    ['javascript:alert(1)//FedEx', '794644812045'],
  ])('nowhere: %s %s', (carrier, number) => {
    expect(trackingUrl(carrier, number)).toBeNull();
  });
});
