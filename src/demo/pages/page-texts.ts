import type { layouts } from '#server/layouts/tables.ts';

type Page = Pick<typeof layouts.$inferInsert, 'page' | 'title' | 'subtitle' | 'content'> & { page: string };

/** Holds the pages that staff write (rule S5), as a shop like this would have written them. */
export const PAGE_TEXTS: Page[] = [
  {
    page: 'about',
    title: 'About us',
    subtitle: 'Cabinet hardware over the counter since 1987',
    content:
      '<p>We sell what holds a kitchen together: knobs and pulls, hinges and drawer slides, and the screws that nobody remembers to order. Our counter on Foundry Street opened in 1987 with two shelves of brass; today some ten thousand part numbers lie in the aisles behind it.</p>' +
      '<h2>What you can count on</h2><ul><li>A stock figure is what lies on the shelf, not a guess. If it says 14, there are 14.</li><li>Quantity prices stand on the page before you ask. So does the price a piece.</li><li>Sizes are measured by us, with a caliper, and given in inches and millimeters.</li><li>The person who answers the phone has hung a door.</li></ul>' +
      '<h2>Come by</h2><p>The counter at 118 Foundry Street is open on weekdays. Bring the old hinge along: most puzzles are solved by laying it next to ours. Orders for pick-up are usually ready within two hours.</p>' +
      '<h2>Who we are</h2><p>Eleven people, two forklifts and a dog named Hasp. Avery Cole runs the shop, Sam Ortega looks after cabinet makers and builders, Bea Lindqvist buys, and Hugo Ramos sees to it that what you ordered is what is in the box.</p>',
  },
  {
    page: 'contact',
    title: 'Contact',
    subtitle: 'We answer on the same working day',
    content:
      '<p>Call <a href="tel:+15125550134">(512) 555-0134</a> or write with the form below. For a question about fit, tell us three things: the door’s thickness, how far it overlaps the frame, and what is there now. A photograph next to a tape measure says more than a page of words.</p>' +
      '<p><strong>Counter and warehouse</strong><br>118 Foundry Street, Austin, TX 78702. The dock is around the corner on East 2nd Street, open until 4 pm.</p>',
  },
  {
    page: 'privacy',
    title: 'Privacy',
    subtitle: 'What we keep, why, and for how long',
    content:
      '<p>We keep what an order needs: your name, address, e-mail address, phone number and what you bought. We keep orders for seven years, because the tax office wants us to, and reviews for as long as you leave them up.</p>' +
      '<h2>Cards</h2><p>Card data goes straight from your browser to the payment service. It never passes through our computers, and we could not show it to you if we wanted to. Of a saved card we hold its brand, its last four digits and the month in which it expires.</p>' +
      '<h2>Cookies</h2><p>One cookie keeps you signed in, another only says that there is somebody to sign in. Your working cart and your answer to the cookie notice stay in your own browser. We set no cookies for advertising and none of anybody else’s.</p>' +
      '<h2>Who else sees it</h2><ul><li>The carrier, your address and phone number.</li><li>The payment service, what it needs to charge you.</li><li>A maker that ships directly to you, your address.</li></ul>' +
      '<h2>Your rights</h2><p>Write to <a href="mailto:hello@knurl.example">hello@knurl.example</a> to see, correct or delete what we hold about you. It takes us three working days at most.</p>',
  },
  {
    page: 'return',
    title: 'Returns',
    subtitle: 'Thirty days, full price, no restocking fee',
    content:
      '<p>Unused goods in their packing come back within 30 days for what you paid for them. If we sent the wrong thing, or it came broken, we pay the freight both ways.</p>' +
      '<ol><li>Open the order in your history and choose what comes back, and why.</li><li>We answer within a working day and send a label.</li><li>The refund follows within three working days of its arrival, to the card or the account that paid. You may have it as store credit instead.</li></ol>' +
      '<h2>What can’t come back</h2><ul><li>Bags and boxes of screws, pins and pads that were opened.</li><li>Legs and posts that were primed, stained or cut.</li><li>Goods marked “Last pieces”, unless they are faulty.</li><li>What a maker made to order for you.</li></ul>' +
      '<h2>Samples</h2><p>Order one of each finish and hold them against your doors in the evening. Samples are returned like everything else; most people keep the one they chose and send back the rest.</p>',
  },
  {
    page: 'learn-more-commercial',
    title: 'For the trade',
    subtitle: 'Your own prices, several carts, payment on terms',
    content:
      '<p>Cabinet makers, builders, designers, property managers and schools buy with an account of their own. It costs nothing and has no minimum.</p>' +
      '<h2>What it brings</h2><ul><li><strong>Your prices.</strong> Tiers by maker or category and agreed prices for what you use most, shown on every page once you are signed in.</li><li><strong>Several carts.</strong> One a job, named as you name them, saved for the whole team, sent to us as a bid when you want a quote.</li><li><strong>Terms.</strong> Once credit is granted, pay within 30 days, job by job or all at once.</li><li><strong>Tax exemption</strong> for resale and for exempt organizations, from the day we have your certificate.</li><li><strong>A team.</strong> Invite the people who order; give each a spending limit, above which you approve.</li></ul>' +
      '<h2>How to begin</h2><ol><li>Sign up with your company’s name and address. You can order at once, at the prices everyone sees.</li><li>Send us your resale certificate if you have one.</li><li>Sam Ortega calls you within a working day about prices and credit.</li></ol>',
  },
  {
    page: 'learn-more-retail',
    title: 'For your home',
    subtitle: 'What to measure, and what an account is good for',
    content:
      '<h2>Three measurements</h2><ul><li><strong>Pulls:</strong> from the middle of one screw hole to the middle of the other. That is the center-to-center size. 3", 3-3/4" (96 mm) and 5-1/16" (128 mm) are the usual ones.</li><li><strong>Hinges:</strong> how far the closed door covers the frame, which is called the overlay.</li><li><strong>Slides:</strong> the depth of the cabinet inside, less an inch.</li></ul>' +
      '<h2>How many?</h2><p>Count doors and drawers apart. Drawers wider than 24" look better with a pull of 8" and more, or with two. Order one more than you need: you will be glad of it in five years.</p>' +
      '<h2>An account</h2><p>It keeps your favorites, your orders and your carts, and lets you write reviews. You can always buy without one: an e-mail address is enough, and the mail that we send has a link to your order.</p>',
  },
  {
    page: 'qb-info',
    title: 'Accounting',
    subtitle: 'How orders reach the books',
    content:
      '<p>Each order becomes an invoice, each purchase from a maker a purchase order, each return a credit memo. They are kept with the order here and handed to QuickBooks Online when it is connected.</p>' +
      '<ul><li>Items, vendors and companies are matched by their numbers; what changed since the last run is sent, the rest is left alone.</li><li>Shipping and discounts are spread over the lines in whole cents, so an invoice adds up to the order.</li><li>Taxes are taken from the order, not worked out again.</li></ul><p>Questions about a statement? Write to <a href="mailto:accounts@knurl.example">accounts@knurl.example</a>.</p>',
  },
];
