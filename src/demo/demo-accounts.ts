export interface DemoAccount {
  role: string;
  email: string;
  password: string;
}

/** Printed when the demo shop starts; a live shop has none of them. */
export const DEMO_ACCOUNTS = {
  admin: { role: 'Admin', email: 'admin@knurl.example', password: 'brass-hinge-admin' },
  employee: { role: 'Employee', email: 'employee@knurl.example', password: 'brass-hinge-counter' },
  trade: { role: 'Trade, Primary', email: 'dana@hollis.example', password: 'brass-hinge-trade' },
  member: { role: 'Trade, Member', email: 'eli@hollis.example', password: 'brass-hinge-bench' },
  retail: { role: 'Retail', email: 'rae@home.example', password: 'brass-hinge-home' },
} satisfies Record<string, DemoAccount>;

/** The password of everybody else in the demo shop (docs/demo-shop.md lists the accounts worth signing in to). */
export const EVERYBODYS_PASSWORD = 'brass-hinge-everybody';
