import { DEMO_ACCOUNTS, EVERYBODYS_PASSWORD } from '#demo/demo-accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';

export type DemoPasswords = Record<keyof typeof DEMO_ACCOUNTS | 'everybody', string>;

/** Each password is hashed once, before any transaction: a hash takes as long as a hundred inserts. */
export async function hashDemoPasswords(): Promise<DemoPasswords> {
  const { admin, employee, trade, member, retail } = DEMO_ACCOUNTS;
  const [first, second, third, fourth, fifth, everybody] = await Promise.all([
    hashPassword(admin.password),
    hashPassword(employee.password),
    hashPassword(trade.password),
    hashPassword(member.password),
    hashPassword(retail.password),
    hashPassword(EVERYBODYS_PASSWORD),
  ]);
  return { admin: first, employee: second, trade: third, member: fourth, retail: fifth, everybody };
}
