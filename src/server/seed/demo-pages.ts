import type { layouts } from '#server/layouts/tables.ts';
import { FINISHES } from '#server/seed/demo-lines.ts';

type NewLayout = typeof layouts.$inferInsert;

const page = (name: string, title: string, content: string, subtitle = ''): NewLayout => ({
  template: 'Page',
  page: name,
  title,
  subtitle,
  content,
});

/** Banners, announcement cards and pages of the demo shop. */
export const DEMO_LAYOUTS: NewLayout[] = [
  {
    template: 'Banner',
    title: 'Retail: free shipping',
    subtitle: 'Orders of $500 and more ship free',
    link: '/products',
  },
  {
    template: 'Banner',
    title: 'Commercial: terms',
    subtitle: 'Trade prices are shown on every product you open',
    link: '/user/special-pricing',
    position: 1,
  },
  {
    template: 'Announcement',
    title: 'Center to center, at last searchable',
    subtitle: 'Measure between the screws and filter by it: 3-3/4" also finds 96 mm neighbours.',
    imgPath: '/art/bar-pull-satin-brass/800.webp',
    link: '{"path":"/category-products","query":{"type":"normal","categories":"Pulls"}}',
  },
  {
    template: 'Announcement',
    title: 'Doors that close softly',
    subtitle: 'Concealed hinges with a damper, full overlay to inset, in stock by the box.',
    imgPath: '/art/hinge-zinc/800.webp',
    link: '{"path":"/category-products","query":{"type":"normal","categories":"Hinges"}}',
    position: 1,
  },
  {
    template: 'Announcement',
    title: 'For cabinet shops',
    subtitle: 'Quantity prices from 25 pieces, saved carts by job, and payment on terms.',
    imgPath: '/art/cup-pull-oil-rubbed-bronze/800.webp',
    link: '/learn-more-commercial',
    position: 2,
  },
  page(
    'about',
    'About us',
    '<p>We sell what holds a kitchen together: knobs, pulls, hinges and drawer slides. Our counter in Austin opened in 1987; most of what you see here lies on a shelf behind it.</p><h2>What you can count on</h2><ul><li>Stock figures are the shelf, not a guess.</li><li>Quantity prices are shown before you ask.</li><li>A person who has hung a door answers the phone.</li></ul>',
  ),
  page(
    'contact',
    'Contact',
    '<p>Call or write; on working days we answer the same day. Orders placed before 2 pm leave the same day.</p>',
  ),
  page(
    'privacy',
    'Privacy',
    '<p>We keep what an order needs: your name, address, e-mail and what you bought. Card data goes straight to the payment service and never through our computers.</p><p>Cookies keep you signed in. Your working cart stays in your own browser.</p><p>Write to us to see or delete what we hold about you.</p>',
  ),
  page(
    'return',
    'Returns',
    '<p>Unused goods in their packing come back within 30 days for their full price. Bags and boxes of small parts must be unopened.</p><ol><li>Find the order in your history and choose what comes back.</li><li>We send a label.</li><li>The refund follows within three working days of its arrival.</li></ol>',
  ),
  page(
    'learn-more-commercial',
    'For the trade',
    '<p>An account for your company brings your own prices, several saved carts, payment on terms once credit is granted, and one place for the whole team.</p><p>Sign up with your company’s name; we look at it within a working day.</p>',
  ),
  page(
    'learn-more-retail',
    'For your home',
    '<p>An account keeps your favorites, your orders and your carts. You can always buy without one.</p>',
  ),
  page(
    'qb-info',
    'Accounting',
    '<p>Invoices, purchase orders and credit memos are kept with each order and can be handed to QuickBooks.</p>',
  ),
];

/** Filter groups of the listing; finishes bring the colours of the swatches. */
export const DEMO_FILTERS: {
  name: string;
  types: string[];
  values: { label: string; hex?: string; hex2?: string }[];
}[] = [
  {
    name: 'Finish',
    types: [],
    values: Object.entries(FINISHES).map(([label, { hex, hex2 }]) => ({ label, hex, ...(hex2 && { hex2 }) })),
  },
  {
    name: 'Center to center',
    types: ['Pull'],
    values: labels('3"', '3-3/4"', '5-1/16"', '6-5/16"', '8-13/16"'),
  },
  { name: 'Diameter', types: ['Knob'], values: labels('1-1/8"', '1-3/8"') },
  { name: 'Overlay', types: ['Hinge'], values: labels('Full overlay', 'Half overlay', 'Inset') },
  { name: 'Closing', types: ['Hinge'], values: labels('Self close', 'Soft close') },
  { name: 'Length', types: ['Slide'], values: labels('12"', '14"', '16"', '18"', '22"') },
];

/** A picture for each category. */
export const CATEGORY_PICTURES: Record<string, string> = {
  Knobs: '/art/ring-knob-satin-brass',
  Pulls: '/art/bar-pull-matte-black',
  Hinges: '/art/hinge-zinc',
  'Drawer slides': '/art/slide-zinc',
};

function labels(...names: string[]) {
  return names.map(label => ({ label }));
}
