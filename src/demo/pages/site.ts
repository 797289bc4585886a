import type { siteSettings } from '#server/site/tables.ts';

const DAY = { open: '07:30', close: '17:00' };

/** Tax and shipping are what every new shop starts with. */
export const DEMO_SITE: Partial<typeof siteSettings.$inferInsert> = {
  hoursOfOperation: ['closed', DAY, DAY, DAY, DAY, DAY, 'closed'],
  closedNote: 'Closed on Saturday and Sunday',
  phone: '(512) 555-0134',
  email: 'hello@knurl.example',
  address: '118 Foundry Street, Austin, TX 78702',
  popularSearches: ['bar pull', 'matte black', 'soft close hinge', 'cup pull', '128 mm', 'undermount slide'],
  // Words of the trade are known without them.
  synonyms: {
    button: ['knob'],
    wheel: ['caster'],
    stopper: ['bumper'],
    rosette: ['backplate'],
    hanger: ['hook'],
    fastener: ['screw'],
  },
};
