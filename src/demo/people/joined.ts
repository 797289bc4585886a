import type { DemoUser } from '#demo/people/people.ts';

interface Deed {
  user?: string | null | undefined;
  createdAt?: string | undefined;
}

const HOUR_MS = 3_600_000;

/** Lets nobody order or write before they had an account: whoever did joined an hour before. */
export function joinInTime(users: readonly DemoUser[], deeds: readonly Deed[]): void {
  const first = new Map<string, string>();
  for (const { user, createdAt } of deeds) {
    if (!user || !createdAt) continue;
    const before = first.get(user);
    if (before === undefined || createdAt < before) first.set(user, createdAt);
  }
  for (const user of users) {
    const deed = first.get(user._id);
    if (deed === undefined || (user.createdAt ?? '') < deed) continue;
    const joined = new Date(Date.parse(deed) - HOUR_MS).toISOString();
    user.createdAt = joined;
    if (user.emailConfirmedAt) user.emailConfirmedAt = joined;
  }
}
