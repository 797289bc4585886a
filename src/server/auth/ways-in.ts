import { endRequestsOf } from '#server/approvals/granted.ts';
import { endKeysOf } from '#server/auth/api-keys.ts';
import { type EmailChange, endUndoLinksFrom, withdrawChanges } from '#server/auth/email-changes.ts';
import { withdrawTokens } from '#server/auth/one-time-tokens.ts';
import { endSessionsOf } from '#server/auth/sessions.ts';
import type { TokenPurpose } from '#server/auth/tables.ts';
import { unshareCartsOf } from '#server/carts/share.ts';
import type { Db } from '#server/database/db.ts';
import { withdrawInvitationsOf } from '#server/team/withdraw-invitations.ts';
import { forget } from '#server/users/users.ts';
import type { Ended } from '#shared/schemas/auth.ts';

/** Causes that end ways into an account. */
export const CAUSES = [
  /** A password set by a link. */
  'reset',
  /** A password changed by whoever knows the one so far. */
  'password-change',
  /** Another address that the owner asked for, as it takes effect. */
  'email-change',
  /** The address before takes it back. */
  'undo',
  /** Another address that staff asked for, as it takes effect. */
  'staff-change',
  /** Google's owner of an address that was never confirmed here. */
  'google',
  'deletion',
  /** Leaving a company, or its Primaries. */
  'leaving',
  /** Becoming staff, or an Admin: who is signed in has not shown what is asked of them then. */
  'raise',
  /** The command that locks accounts of a demo shop. */
  'lock',
] as const;
export type Cause = (typeof CAUSES)[number];

/** `others`: all but what the cause keeps (`Kept`). */
export type End = 'ends' | 'others' | 'stays';

function row(...ends: [End, End, End, End, End, End, End, End, End, End]): Record<Cause, End> {
  return Object.fromEntries(CAUSES.map((cause, index) => [cause, ends[index]])) as Record<Cause, End>;
}

/**
 * Every way into an account, or to what somebody gave away in its name, and what ends it. `ways-in.test.ts` tries each
 * cell through the doors, and fails for a secret in the tables that has no row here.
 */
export const WAYS_IN = {
  // reset, password-change, email-change, undo, staff-change, google, deletion, leaving, raise, lock
  password: row('ends', 'ends', 'stays', 'ends', 'stays', 'ends', 'ends', 'stays', 'stays', 'ends'),
  // For whoever has the address at Google, but no staff: the demo shop's are nobody's.
  google: row('stays', 'stays', 'ends', 'ends', 'ends', 'stays', 'ends', 'stays', 'ends', 'stays'),
  device: row('ends', 'others', 'ends', 'ends', 'ends', 'ends', 'ends', 'stays', 'stays', 'ends'),
  session: row('ends', 'others', 'stays', 'ends', 'ends', 'ends', 'ends', 'stays', 'ends', 'ends'),
  apiKey: row('ends', 'others', 'stays', 'ends', 'stays', 'ends', 'ends', 'stays', 'ends', 'ends'),
  resetLink: row('ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'stays', 'stays', 'ends'),
  confirmLink: row('ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'stays', 'stays', 'ends'),
  ownChange: row('ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'stays', 'ends', 'ends'),
  staffChange: row('ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'ends', 'stays', 'ends', 'ends'),
  undoLink: row('stays', 'stays', 'stays', 'others', 'stays', 'stays', 'ends', 'stays', 'stays', 'ends'),
  invitation: row('ends', 'ends', 'stays', 'ends', 'stays', 'ends', 'ends', 'others', 'ends', 'ends'),
  approval: row('stays', 'stays', 'stays', 'ends', 'stays', 'ends', 'ends', 'others', 'ends', 'ends'),
  sharedCart: row('stays', 'stays', 'stays', 'ends', 'stays', 'ends', 'ends', 'stays', 'stays', 'ends'),
  /** Opens one order alone, which a guest placed and later added to the account. */
  orderKey: row('stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays'),
} as const satisfies Record<string, Record<Cause, End>>;
export type Way = keyof typeof WAYS_IN;

/** The way that a one-time link is; null: it opens no account that there is. */
export const WAY_OF_TOKEN: Record<TokenPurpose, readonly Way[] | null> = {
  'reset-password': ['resetLink'],
  'confirm-email': ['confirmLink', 'ownChange', 'staffChange'],
  'agree-email': ['staffChange'],
  'undo-email': ['undoLink'],
  'first-admin': null,
};

/** Spared by `others`. */
export interface Kept {
  /** The session that asks, by its hash. */
  session?: string | null;
  apiKeys?: readonly string[];
  /** Links to undo from before this change, and those to the address that it gives back. */
  undone?: { first: EmailChange; address: string };
  /** The place where the user stays: their requests there, and as its Primary their invitations. */
  place?: { company: string; invites: boolean } | null;
}

type Ender = (tx: Db, user: string, kept: Kept) => Promise<Partial<Ended>>;

const ENDERS: Record<Way, Ender> = {
  password: async (tx, user) => ({ password: await forget(tx, user, 'passwordHash') }),
  google: async (tx, user) => ({ google: await forget(tx, user, 'googleSub') }),
  // Its proof is made of address and password: it goes with either.
  device: async () => ({}),
  session: async (tx, user, { session }) => ({ sessions: await endSessionsOf(tx, user, session) }),
  apiKey: async (tx, user, { apiKeys }) => ({ apiKeys: await endKeysOf(tx, user, apiKeys) }),
  resetLink: async (tx, user) => ({ links: await withdrawTokens(tx, user, 'reset-password') }),
  confirmLink: async (tx, user) => ({ links: await withdrawTokens(tx, user, 'confirm-email') }),
  ownChange: async (tx, user) => ({ addresses: await withdrawChanges(tx, user, ['owner']) }),
  staffChange: async (tx, user) => ({ addresses: await withdrawChanges(tx, user, ['Employee', 'Admin']) }),
  undoLink: async (tx, user, { undone }) => {
    if (undone) await endUndoLinksFrom(tx, undone.first, undone.address);
    else await withdrawTokens(tx, user, 'undo-email');
    return {};
  },
  invitation: async (tx, user, { place }) => ({
    invitations: await withdrawInvitationsOf(tx, user, place?.invites ? place.company : null),
  }),
  approval: async (tx, user, { place }) => ({
    approvals: await endRequestsOf(tx, user, place?.company ?? null),
  }),
  sharedCart: async (tx, user) => ({ sharedCarts: await unshareCartsOf(tx, user) }),
  orderKey: async () => ({}),
};

/**
 * Ends the ways into a locked user's account that this cause ends by the table, and answers what there was of them. A
 * new password is written after it.
 */
export async function endWaysIn(tx: Db, user: string, cause: Cause, kept: Kept = {}): Promise<Ended> {
  const ended: Ended = {
    ...{ password: false, google: false, sessions: 0, links: 0, approvals: 0, sharedCarts: 0 },
    ...{ apiKeys: [], addresses: [], invitations: [] },
  };
  for (const [way, ends] of Object.entries(WAYS_IN) as [Way, Record<Cause, End>][]) {
    if (ends[cause] === 'stays') continue;
    const {
      links = 0,
      addresses = [],
      ...more
    } = await ENDERS[way](tx, user, ends[cause] === 'others' ? kept : {});
    Object.assign(ended, more);
    ended.links += links;
    ended.addresses.push(...addresses);
  }
  return ended;
}
