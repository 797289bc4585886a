import { asc, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { emails } from '#server/mail/tables.ts';
import { upgradeFrom } from '#server/test/upgrades.ts';
import { users } from '#server/users/tables.ts';

it('an upgrade finds the accounts that were in use, and the mails that went to staff', async () => {
  await upgradeFrom(
    'was_used',
    async db => {
      await db.execute(sql`insert into users (id, email, permission_level, deleted_at) values
        ('01890a5d-0000-774b-bcce-000000000001', 'fresh@example.com', 'Retail', null),
        ('01890a5d-0000-774b-bcce-000000000002', 'moved@example.com', 'Retail', null),
        ('01890a5d-0000-774b-bcce-000000000003', 'left@example.com', 'Retail', null),
        ('01890a5d-0000-774b-bcce-000000000004', 'deleted@example.com', 'Admin', now()),
        ('01890a5d-0000-774b-bcce-000000000005', 'demoted@example.com', 'Retail', null)`);
      await db.execute(sql`insert into email_changes (id, "user", old_email, new_email, asked_as, state, done_at)
        values (gen_random_uuid(), '01890a5d-0000-774b-bcce-000000000002', 'a', 'b', 'owner', 'undone', now())`);
      await db.execute(sql`insert into log_entries (id, type, category, subject, before, after) values
        (gen_random_uuid(), 'security', 'team', '01890a5d-0000-774b-bcce-000000000003',
          '{"company": "01890a5d-0000-774b-bcce-00000000000c", "role": "Member"}', 'null'),
        (gen_random_uuid(), 'security', 'account', '01890a5d-0000-774b-bcce-000000000005',
          '{"permissionLevel": "Employee"}', '{"permissionLevel": "Retail"}')`);
      await db.execute(sql`insert into emails (id, template, "to", "user", subject, html, text, message_id) values
        (gen_random_uuid(), 't', 'fresh@example.com', '01890a5d-0000-774b-bcce-000000000001', '', '', '', ''),
        (gen_random_uuid(), 't', 'Deleted@example.com', null, '', '', '', ''),
        (gen_random_uuid(), 't', 'older@example.com', '01890a5d-0000-774b-bcce-000000000005', '', '', '', '')`);
    },
    async db => {
      const found = await db.select().from(users).orderBy(asc(users._id));
      expect(found.map(({ wasUsed }) => wasUsed)).toEqual([false, true, true, false, false]);
      const mails = await db.select().from(emails);
      expect(Object.fromEntries(mails.map(({ to, toStaff }) => [to, toStaff]))).toEqual({
        ...{ 'fresh@example.com': false, 'Deleted@example.com': true, 'older@example.com': true },
      });
    },
  );
});
