import type { DemoClock } from '#demo/clock.ts';
import { diceFor } from '#demo/dice.ts';
import { anyAddress, anyName, anyPhone, emailOf } from '#demo/people/names.ts';
import type { DemoPeople, DemoUser, StoredCompany } from '#demo/people/people.ts';

/** Somebody buys something, some day of the last year. */
export interface Occasion {
  name: string;
  at: string;
  daysAgo: number;
  buyer: Buyer;
  /** At the counter, written down by staff. */
  byStaff: DemoUser | null;
}

export interface Buyer {
  user: DemoUser | null;
  company: StoredCompany | null;
  name: string;
  email: string;
  phone: string;
  address: { street: string; city: string; state: string; zip: string };
}

export const ORDERS = 680;
const YEAR = 364;

/** In the order in which they happened. */
export function occasions(people: DemoPeople, clock: DemoClock): Occasion[] {
  const all = Array.from({ length: ORDERS }, (_, index) => occasion(index, people, clock));
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.name < b.name ? -1 : 1));
}

function occasion(index: number, people: DemoPeople, clock: DemoClock): Occasion {
  const dice = diceFor(`order ${index}`);
  // The shop grows: the square pulls orders towards today. The first few are of these very days.
  const daysAgo = index < 40 ? Math.floor(index / 8) : Math.floor(dice.next() ** 1.35 * YEAR);
  const buyer = buyerOf(index, people);
  const atCounter = buyer.company ? dice.chance(0.12) : dice.chance(0.08);
  return {
    name: `order ${index}`,
    daysAgo,
    // From half past seven in the morning to the evening, in Texas.
    at:
      daysAgo === 0
        ? clock.minutesAgo(dice.int(4, 540))
        : clock.daysAgo(daysAgo, dice.int(13, 23), dice.int(0, 59)),
    buyer,
    byStaff: atCounter ? dice.pick(people.staff.slice(1)) : null,
  };
}

function buyerOf(index: number, people: DemoPeople): Buyer {
  const dice = diceFor(`buyer ${index}`);
  const thrown = dice.next();
  // Those whose accounts are shown around buy now and then for certain.
  if (index % 60 === 7) return retailBuyer(people.retail[0] ?? people.employee);
  if (thrown < 0.4) return tradeBuyer(dice.next(), dice.chance(0.65), people);
  if (thrown < 0.86) {
    // Some come again and again.
    const known = people.retail.filter(({ shippingAddress }) => shippingAddress !== '');
    return retailBuyer(known[Math.floor(dice.next() ** 2 * Math.min(known.length, 220))] ?? people.employee);
  }
  const name = anyName(dice);
  return {
    user: null,
    company: null,
    name,
    email: emailOf(name, 'guest.example'),
    phone: anyPhone(dice),
    address: anyAddress(dice),
  };
}

function retailBuyer(user: DemoUser): Buyer {
  return { user, company: null, ...contactOf(user) };
}

function tradeBuyer(thrown: number, isPrimary: boolean, { companies }: DemoPeople): Buyer {
  const sum = companies.reduce((all, { draft }) => all + draft.share, 0);
  let left = thrown * sum;
  const company = companies.find(({ draft }) => {
    left -= draft.share;
    return left < 0;
  });
  const members = company?.people ?? [];
  const user = (isPrimary ? members[0] : members.at(-1)) ?? members[0];
  if (!company || !user) throw new Error('a company without people');
  return { user, company, ...contactOf(user) };
}

function contactOf(user: DemoUser) {
  const { name, email, phone = '' } = user;
  const { shippingAddress = '', shippingCity = '', shippingState = '', shippingZip = '' } = user;
  return {
    name,
    email,
    phone,
    address: { street: shippingAddress, city: shippingCity, state: shippingState, zip: shippingZip },
  };
}
