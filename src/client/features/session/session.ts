import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { forgetVisitor } from '#client/features/session/forget-visitor.ts';
import { askSecondStep } from '#client/features/session/second-step.ts';
import { markWhose } from '#client/features/session/whose-mark.ts';
import { type Queries, trpc } from '#client/trpc.ts';
import {
  LOGIN_NOTICES,
  PASSWORD_NOTICES,
  REGISTER_NOTICES,
  SITE_NOTICES,
  TEAM_NOTICES,
} from '#shared/messages.ts';
import { isCommercial } from '#shared/rules/permissions.ts';
import type { Ended, FirstAdmin, Login, Register, SetPassword, SignIn } from '#shared/schemas/auth.ts';
import type { RegisterInvited } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';

const ME = getQueryKey(trpc.auth.me, {}, 'query');
const SIGN = /(?:^|;\s*)token=1(?:;|$)/;

/** Tells whether there is a session to load: the readable cookie says so (rule A5). `request` is the server's. */
export function hasSession(request: Request): boolean {
  return typeof document === 'undefined' ? SIGN.test(request.headers.get('cookie') ?? '') : hasSessionHere();
}

/** In a browser. */
export const hasSessionHere = () => SIGN.test(document.cookie);

/** Reads, for a loader, who is signed in: null for a guest, and where it could not be read. */
export async function readUser({ auth }: Queries, request: Request): Promise<User | null> {
  if (!hasSession(request)) return null;
  const me = await auth.me.ensureData({}).catch(() => null);
  return me?.user ?? null;
}

/** Tells whose answers a tab's cache holds: the signed-in user, null for a guest. */
export const userIn = (queryClient: QueryClient): User | null =>
  queryClient.getQueryData<{ user: User | null }>(ME)?.user ?? null;

/** Returns the signed-in user, null for a guest. The page's frame has loaded them where there is one. */
export function useUser(): User | null {
  const { data } = trpc.auth.me.useQuery({}, { enabled: false, staleTime: Number.POSITIVE_INFINITY });
  return data?.user ?? null;
}

/** After another person came or went, nothing that was read before holds: prices are personal. */
function useNewSession() {
  const queries = trpc.useUtils();
  const queryClient = useQueryClient();
  const { revalidate } = useRevalidator();
  return async (user: User | null, actingAdmin: string | null = null) => {
    queries.auth.me.setData({}, { user, notifications: [], actingAdmin });
    markWhose(user);
    // The page is drawn for the new person first: what was the former one's alone is then looked at by nobody.
    await new Promise(resolve => setTimeout(resolve));
    // And that is dropped rather than shown once more before it is read anew.
    const dropUnseen = () =>
      queryClient.removeQueries({
        predicate: query => !isMe(query.queryKey) && query.getObserversCount() === 0,
      });
    dropUnseen();
    await queries.invalidate(undefined, { predicate: query => !isMe(query.queryKey), refetchType: 'active' });
    dropUnseen();
    // Those who keep a cart for each job have them at hand wherever they go next (rule O1).
    if (isCommercial(user)) void queries.carts.list.prefetch({});
    await revalidate();
  };
}

const isMe = ([path]: readonly unknown[]) => Array.isArray(path) && path.join('.') === 'auth.me';

/** Does what follows a sign-in: its second step, where one is due, and then the pages as its user's. */
function useEnter() {
  const begin = useNewSession();
  return async ({ user, secondStep }: SignIn, then: () => unknown) => {
    const proceed = async (entered: User | null) => {
      await begin(entered);
      await then();
    };
    if (secondStep === null) await proceed(user);
    else askSecondStep({ step: secondStep, proceed });
  };
}

function useEntered(then: () => unknown) {
  const enter = useEnter();
  return (signedIn: SignIn) => enter(signedIn, then);
}

/** Welcomes whoever is in; the dialog speaks to those who are not yet. */
const welcome = ({ user }: SignIn) => (user ? SITE_NOTICES.welcome : undefined);

/** By email and password. `then` runs once they are in, which a second step may come before. */
export function useSignIn(then: () => unknown) {
  const { client } = trpc.useUtils();
  return useAction((input: Login) => client.auth.login.mutate(input), {
    success: welcome,
    failure: LOGIN_NOTICES.wrongLogin,
    after: useEntered(then),
  });
}

/** By the ID token of Google's button. */
export function useGoogle(then: () => unknown) {
  const { client } = trpc.useUtils();
  return useAction((credential: string) => client.auth.google.mutate({ credential }), {
    success: welcome,
    failure: LOGIN_NOTICES.googleFailed,
    after: useEntered(then),
  });
}

/** Makes an account and signs in to it. */
export function useRegister(then: () => unknown) {
  const { client } = trpc.useUtils();
  return useAction((input: Register) => client.auth.register.mutate(input), {
    success: welcome,
    failure: REGISTER_NOTICES.emailTaken,
    after: useEntered(then),
  });
}

/** The server knows the session no longer: the page goes on as a guest's. */
export function useSessionOver() {
  const begin = useNewSession();
  return () => begin(null);
}

/** Returns an admin who acts as a customer to their own account. */
export function useLoginBack() {
  const begin = useNewSession();
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  return useAction(() => client.auth.loginBack.mutate({}), {
    success: ({ user }) => SITE_NOTICES.welcomeAs(user.name),
    failure: LOGIN_NOTICES.loginAsFailed,
    after: async ({ user }) => {
      forgetVisitor();
      await begin(user);
      await navigate('/');
    },
  });
}

/** Sets a password by the link of a mail, and signs in. */
export function useSetPassword(then: (ended: Ended) => unknown) {
  const enter = useEnter();
  const { client } = trpc.useUtils();
  return useAction((input: SetPassword) => client.auth.setPassword.mutate(input), {
    success: PASSWORD_NOTICES.updated,
    failure: PASSWORD_NOTICES.resetFailed,
    after: ({ ended, ...signedIn }) => enter(signedIn, () => then(ended)),
  });
}

/** After a change of one's own account: what pages show of it is read again. */
export function useReadUserAgain() {
  const queries = trpc.useUtils();
  return async () => {
    const me = await queries.client.auth.me.query({});
    queries.auth.me.setData({}, me);
    markWhose(me.user);
  };
}

/** Redeems the link that a new shop writes into its log. */
export function useFirstAdmin(then: () => unknown) {
  const { client } = trpc.useUtils();
  return useAction((input: FirstAdmin) => client.auth.firstAdmin.mutate(input), {
    success: welcome,
    failure: { kind: 'failure', text: 'The account could not be set up. Please try again.', ms: 6500 },
    after: useEntered(then),
  });
}

/** Joins the company of an invitation. */
export function useAcceptInvitation(companyName: string, then: () => unknown) {
  const begin = useNewSession();
  const { client } = trpc.useUtils();
  return useAction((input: { token: string }) => client.team.accept.mutate(input), {
    success: TEAM_NOTICES.joined(companyName),
    failure: TEAM_NOTICES.joinFailed,
    after: async ({ user }) => {
      await begin(user);
      await then();
    },
  });
}

/** Makes an account by an invitation, and joins with it. */
export function useRegisterInvited(then: () => unknown) {
  const { client } = trpc.useUtils();
  return useAction((input: RegisterInvited) => client.team.register.mutate(input), {
    success: welcome,
    failure: TEAM_NOTICES.joinFailed,
    after: useEntered(then),
  });
}

/** Reads anew who is signed in, once their own rights have changed. */
export function useSessionOf() {
  const begin = useNewSession();
  const { client } = trpc.useUtils();
  return async () => begin((await client.auth.me.query({})).user);
}

/** Ends the session, and forgets what this tab keeps of it. */
export function useSignOut() {
  const begin = useNewSession();
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  return useAction(() => client.auth.logout.mutate({}), {
    failure: { kind: 'failure', text: 'Could not sign out. Please try again.', ms: 2500 },
    after: async () => {
      // Everything typed and placed in this tab is not for whoever sits here next.
      sessionStorage.clear();
      await begin(null);
      await navigate('/');
      notify(SITE_NOTICES.loggedOut);
    },
  });
}
