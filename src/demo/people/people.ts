import type { DemoClock } from '#demo/clock.ts';
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts';
import { demoId } from '#demo/demo-id.ts';
import { diceFor } from '#demo/dice.ts';
import { DEMO_COMPANIES, type DemoCompany } from '#demo/people/companies.ts';
import { type Address, anyAddress, anyName, anyPhone, emailOf } from '#demo/people/names.ts';
import type { DemoPasswords } from '#demo/people/passwords.ts';
import type { NewCompanyRow } from '#server/companies/companies.ts';
import type { users } from '#server/users/tables.ts';
import { toMoney } from '#shared/rules/money.ts';

export type DemoUser = typeof users.$inferInsert & { _id: string; name: string; email: string };

export interface StoredCompany {
  draft: DemoCompany;
  row: NewCompanyRow & { _id: string; createdAt: string; updatedAt: string };
  people: DemoUser[];
}

export interface DemoPeople {
  admin: DemoUser;
  employee: DemoUser;
  /** With `admin` and `employee`. */
  staff: DemoUser[];
  companies: StoredCompany[];
  retail: DemoUser[];
  /** Everybody, each once. */
  all: DemoUser[];
}

/** Enough for every review to come from somebody else. */
const RETAIL = 340;

export function demoPeople(clock: DemoClock, passwords: DemoPasswords): DemoPeople {
  const make = maker(clock, passwords);
  const staff = [
    make(
      'Avery Cole',
      DEMO_ACCOUNTS.admin.email,
      { permissionLevel: 'Admin', passwordHash: passwords.admin },
      1400,
    ),
    make(
      'Sam Ortega',
      DEMO_ACCOUNTS.employee.email,
      { permissionLevel: 'Employee', passwordHash: passwords.employee },
      1300,
    ),
    make('Bea Lindqvist', 'bea@knurl.example', { permissionLevel: 'Employee' }, 900),
    make('Hugo Ramos', 'hugo@knurl.example', { permissionLevel: 'Employee' }, 400),
  ] as const;
  const companies = DEMO_COMPANIES.map(draft => companyOf(draft, make, clock, passwords));
  const retail = [
    make(
      'Rae Lindgren',
      DEMO_ACCOUNTS.retail.email,
      {
        passwordHash: passwords.retail,
        ...addressed({ street: '41 Willow Creek Drive', city: 'Austin', state: 'TX', zip: '78741' }),
      },
      700,
    ),
    ...retailers(make),
  ];
  const [admin, employee] = staff;
  return {
    admin,
    employee,
    staff: [...staff],
    companies,
    retail,
    all: [...staff, ...companies.flatMap(({ people }) => people), ...retail],
  };
}

type Make = (name: string, email: string, more: Partial<DemoUser>, daysAgo: number) => DemoUser;

/** All users state the same columns, so that they are written by one statement. */
function maker(clock: DemoClock, passwords: DemoPasswords): Make {
  return (name, email, more, daysAgo) => {
    const createdAt = clock.daysAgo(daysAgo, 16, daysAgo % 60);
    return {
      _id: demoId('user', email),
      name,
      email,
      phone: anyPhone(diceFor(`phone ${email}`)),
      permissionLevel: 'Retail',
      role: null,
      company: null,
      spendingLimit: null,
      ...addressed(null),
      paymentType: null,
      shippingMethod: null,
      registeredFully: true,
      passwordHash: passwords.everybody,
      emailConfirmedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
      ...more,
    };
  };
}

function addressed(address: Address | null) {
  const { street = '', city = '', state = '', zip = '' } = address ?? {};
  return {
    shippingAddress: street,
    shippingCity: city,
    shippingState: state,
    shippingZip: zip,
    billingAddress: street,
    billingCity: city,
    billingState: state,
    billingZip: zip,
  };
}

function companyOf(
  draft: DemoCompany,
  make: Make,
  clock: DemoClock,
  passwords: DemoPasswords,
): StoredCompany {
  const _id = demoId('company', draft.name);
  const [street, city, zip] = draft.address;
  const createdAt = clock.daysAgo(diceFor(`since ${draft.name}`).int(420, 1100), 15);
  const exempt = draft.taxId !== '';
  const known: Record<string, string> = {
    [DEMO_ACCOUNTS.trade.email]: passwords.trade,
    [DEMO_ACCOUNTS.member.email]: passwords.member,
  };
  return {
    draft,
    row: {
      _id,
      name: draft.name,
      email: `office@${draft.host}`,
      phone: draft.phone,
      address: street,
      city,
      state: 'TX',
      zip,
      accountNumber: draft.accountNumber,
      salesman: draft.salesman,
      preferredPayment: draft.payment,
      preferredShipping: draft.shipping,
      shippingMethod: draft.shipping,
      taxExempt: exempt,
      taxId: draft.taxId,
      creditLimit: toMoney(draft.credit * 100),
      termsDays: draft.termsDays,
      createdAt,
      updatedAt: createdAt,
    },
    people: draft.people.map(({ name, role, limit }, place) => {
      const email = `${name
        .split(' ')
        .at(role === 'Primary' && name.startsWith('Sister') ? 1 : 0)
        ?.toLowerCase()}@${draft.host}`;
      return make(
        name,
        email,
        {
          permissionLevel: 'Commercial',
          role,
          company: _id,
          spendingLimit: limit === undefined ? null : toMoney(limit * 100),
          phone: place === 0 ? draft.phone : anyPhone(diceFor(`phone ${email}`)),
          ...addressed({ street, city, state: 'TX', zip }),
          passwordHash: known[email] ?? passwords.everybody,
          createdAt,
        },
        400,
      );
    }),
  };
}

function retailers(make: Make): DemoUser[] {
  const taken = new Set<string>([DEMO_ACCOUNTS.retail.email]);
  return Array.from({ length: RETAIL }, (_, index) => {
    const dice = diceFor(`retail ${index}`);
    const name = anyName(dice);
    let email = emailOf(name, dice.pick(['home.example', 'mail.example', 'post.example']));
    if (taken.has(email)) email = email.replace('@', `.${index}@`);
    taken.add(email);
    const age = dice.int(3, 1200);
    // A few came by Google or by an invitation and never said more than their name.
    if (dice.chance(0.05))
      return make(name, email, { registeredFully: false, phone: '', passwordHash: null }, age);
    const address = addressed(dice.chance(0.85) ? anyAddress(dice) : null);
    return make(name, email, { ...address, ...(dice.chance(0.1) && { emailConfirmedAt: null }) }, age);
  });
}
