import { sceneOf } from '#demo/art.ts';
import { demoId } from '#demo/demo-id.ts';
import { PAGE_TEXTS } from '#demo/pages/page-texts.ts';
import type { layouts } from '#server/layouts/tables.ts';

type NewLayout = typeof layouts.$inferInsert & { _id: string };

const route = (path: string, query: Record<string, string> = {}) => JSON.stringify({ path, query });
const category = (name: string) => route('/category-products', { type: 'normal', categories: name });

const layout = (
  template: NewLayout['template'],
  position: number,
  more: Partial<NewLayout> & { title: string },
): NewLayout => ({
  _id: demoId('layout', `${template} ${more.page ?? ''} ${more.title}`),
  template,
  subtitle: '',
  content: '',
  imgPath: null,
  link: null,
  page: '',
  position,
  ...more,
});

/** Banners by audience, cards of the home page, whole pages, and what the special accounts read. */
export function demoLayouts(): NewLayout[] {
  const banners = [
    layout('Banner', 0, {
      title: 'Retail: free shipping',
      subtitle: 'Orders of $500 and more ship free',
      link: route('/products'),
    }),
    layout('Banner', 1, {
      title: 'Retail: first order',
      subtitle: '10% off your first order with WELCOME10',
      link: '/learn-more-retail',
    }),
    layout('Banner', 2, {
      title: 'Commercial: your prices',
      subtitle: 'Your prices are shown on every product you open',
      link: '/user/special-pricing',
    }),
    layout('Banner', 3, {
      title: 'Commercial: slides by the box',
      subtitle: 'Kestrel slides by the box of ten pairs',
      link: category('Drawer slides'),
    }),
  ];
  const cards = [
    layout('Announcement', 0, {
      title: 'Pulls for the whole kitchen',
      subtitle: 'From 3" to 24" centers, twelve finishes, quantity prices from ten pieces.',
      imgPath: sceneOf('green-drawers'),
      link: category('Pulls'),
    }),
    layout('Announcement', 1, {
      title: 'Doors that close softly',
      subtitle: 'Concealed hinges with a damper, from full overlay to inset, by the piece or the box.',
      imgPath: sceneOf('workshop'),
      link: category('Hinges'),
    }),
    layout('Announcement', 2, {
      title: 'For cabinet shops',
      subtitle: 'Your own prices, a cart for each job, and payment on terms.',
      imgPath: sceneOf('navy-drawers'),
      link: '/learn-more-commercial',
    }),
    layout('Announcement', 3, {
      title: 'New holes? None needed',
      subtitle: 'Search by center-to-center, in inches or millimeters, and keep the holes that you have.',
      imgPath: sceneOf('white-drawers'),
      link: category('Pulls'),
    }),
  ];
  const pages = PAGE_TEXTS.map(text => layout('Page', 0, text));
  const information = layout('Information', 0, {
    title: 'This week',
    content:
      '<p>Kestrel’s prices rise by 4% on the first of next month: alter them under Vendors, then send the mail. Oakline’s walnut is three weeks late.</p>',
    page: 'home',
  });
  return [...banners, ...cards, ...pages, information];
}
