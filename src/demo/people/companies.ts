import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';

/** A trade customer and what was agreed with it. */
export interface DemoCompany {
  name: string;
  host: string;
  accountNumber: string;
  address: [street: string, city: string, zip: string];
  phone: string;
  salesman: string;
  payment: PaymentType;
  shipping: ShippingMethod;
  /** Dollars. */
  credit: number;
  termsDays: number | null;
  /** Days after the term. */
  paysLate: number;
  taxId: string;
  tiers: { scope: 'all' | 'vendor' | 'category'; ref: string; percent: number }[];
  /** Maker whose goods have agreed prices, how many of them, and how far below the list. */
  agreed: { vendor: string; variants: number; percent: number } | null;
  people: { name: string; role: 'Primary' | 'Member'; limit?: number }[];
  /** How much it buys, against the others. */
  share: number;
}

const company = (
  [name, host, accountNumber]: [string, string, string],
  address: DemoCompany['address'],
  people: DemoCompany['people'],
  more: Partial<DemoCompany>,
): DemoCompany => ({
  name,
  host,
  accountNumber,
  address,
  people,
  phone: `(512) 555-01${accountNumber.slice(-2)}`,
  salesman: 'Sam Ortega',
  payment: 'Terms',
  shipping: 'ground',
  credit: 0,
  termsDays: null,
  paysLate: 0,
  taxId: '',
  tiers: [],
  agreed: null,
  share: 1,
  ...more,
});

const primary = (name: string) => ({ name, role: 'Primary' as const });
const member = (name: string, limit?: number) => ({ name, role: 'Member' as const, limit });

export const DEMO_COMPANIES: DemoCompany[] = [
  company(
    ['Hollis Cabinet Works', 'hollis.example', 'H-1042'],
    ['2204 Burleson Road', 'Austin', '78744'],
    [primary('Dana Hollis'), member('Eli Hollis', 750), member('Marcus Bell', 1500)],
    {
      phone: '(512) 555-0190',
      credit: 12_000,
      tiers: [
        { scope: 'vendor', ref: 'Calder Works', percent: 10 },
        { scope: 'category', ref: 'Hinges', percent: 5 },
      ],
      agreed: { vendor: 'Harrow & Pike', variants: 24, percent: 20 },
      share: 3,
    },
  ),
  company(
    ['Ortega Kitchens', 'ortegakitchens.example', 'O-1107'],
    ['910 Industrial Oaks', 'Austin', '78735'],
    [primary('Lucia Ortega'), member('Ben Harlow', 2000)],
    {
      credit: 25_000,
      termsDays: 45,
      taxId: '32-0451877',
      tiers: [
        { scope: 'all', ref: '', percent: 6 },
        { scope: 'vendor', ref: 'Kestrel Motion', percent: 14 },
      ],
      agreed: { vendor: 'Lindqvist', variants: 30, percent: 18 },
      share: 2.6,
    },
  ),
  company(
    ['Bluestem Builders', 'bluestem.example', 'B-1115'],
    ['4400 Highway 29', 'Georgetown', '78628'],
    [primary('Wes Tatum'), member('Carla Nunez', 1000), member('Duke Farris', 500)],
    { credit: 40_000, tiers: [{ scope: 'vendor', ref: 'Brightwater', percent: 18 }], share: 2.4 },
  ),
  company(
    ['St. Brigid’s School', 'stbrigids.example', 'S-1121'],
    ['77 Convent Street', 'San Antonio', '78205'],
    [primary('Sister Agnes Coyle')],
    { payment: 'Check', taxId: '74-6001234', share: 0.6, salesman: 'Avery Cole' },
  ),
  company(
    ['Pecan Street Millwork', 'pecanmillwork.example', 'P-1128'],
    ['15 Pecan Street', 'Bastrop', '78602'],
    [primary('Roy Castellano'), member('Ana Castellano')],
    {
      credit: 6_000,
      paysLate: 14,
      tiers: [{ scope: 'category', ref: 'Furniture legs', percent: 12 }],
      agreed: { vendor: 'Oakline Turnings', variants: 20, percent: 22 },
      share: 1.4,
    },
  ),
  company(
    ['Longhorn Property Group', 'longhornproperty.example', 'L-1133'],
    ['600 Congress Avenue', 'Austin', '78701'],
    [primary('Tess Whitaker'), member('Paul Imhoff', 300), member('Gwen Sadler', 300)],
    {
      credit: 15_000,
      termsDays: 60,
      paysLate: 40,
      tiers: [{ scope: 'all', ref: '', percent: 4 }],
      share: 1.8,
    },
  ),
  company(
    ['Hill Country Hospice', 'hchospice.example', 'C-1140'],
    ['2 Mission Ridge', 'Dripping Springs', '78620'],
    [primary('Noel Abara')],
    { payment: 'Check', taxId: '74-2894410', share: 0.4 },
  ),
  company(
    ['Driftwood Boatyard', 'driftwoodboats.example', 'D-1146'],
    ['1 Marina Point', 'Rockport', '78382'],
    [primary('Cal Driscoll'), member('June Driscoll')],
    {
      payment: 'credit-card',
      shipping: 'fedex',
      tiers: [{ scope: 'vendor', ref: 'Marlin Bay', percent: 15 }],
      agreed: { vendor: 'Marlin Bay', variants: 16, percent: 24 },
      share: 1,
    },
  ),
  company(
    ['Juniper & Vale Interiors', 'junipervale.example', 'J-1152'],
    ['318 West 6th Street', 'Austin', '78701'],
    [primary('Margot Vale'), member('Theo Juniper', 2500)],
    {
      payment: 'credit-card',
      tiers: [
        { scope: 'vendor', ref: 'Verano Studio', percent: 20 },
        { scope: 'vendor', ref: 'Stowe & Ridley', percent: 20 },
      ],
      share: 1.5,
    },
  ),
  company(
    ['Cash & Carry Closets', 'cccclosets.example', 'K-1159'],
    ['8800 Research Boulevard', 'Austin', '78758'],
    [primary('Vince Maro')],
    // Two missed invoices: nothing on account any more.
    { payment: 'Cash', shipping: 'local', credit: 0, share: 0.7 },
  ),
];
