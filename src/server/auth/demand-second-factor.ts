import { type Asker, holdAdmin } from '#server/auth/hold-asker.ts';
import { isDemandedOfStaff } from '#server/auth/sign-in.ts';
import type { App, Context } from '#server/context.ts';
import { recordLog } from '#server/logs/logs.ts';
import { saveStaffNeedSecondFactor } from '#server/site/site.ts';

/** Says whether staff must have a second factor; who has none is led to set one up at the next sign-in. Logged. */
export async function demandOfStaff(
  ctx: Pick<Context, 'db'> & Asker,
  { isDemanded }: { isDemanded: boolean },
): Promise<{ isDemanded: boolean }> {
  await ctx.db.transaction(async tx => {
    const by = await holdAdmin(tx, ctx);
    if (!(await saveStaffNeedSecondFactor(tx, isDemanded))) return;
    await recordLog(tx, by, {
      type: 'security',
      category: 'second-factor',
      name: isDemanded ? 'Staff must have a second factor' : 'Staff no longer need a second factor',
      before: { staffNeedSecondFactor: !isDemanded },
      after: { staffNeedSecondFactor: isDemanded },
    });
  });
  return { isDemanded };
}

/** For the log of a live shop's start: that nothing demands a second factor of staff; null where something does. */
export async function lackOfSecondFactor({ db, env }: Pick<App, 'db' | 'env'>): Promise<string | null> {
  if (env.mode !== 'live' || (await isDemandedOfStaff(db))) return null;
  return 'The site settings do not require a second factor for staff. An Admin can require it in their account settings.';
}
