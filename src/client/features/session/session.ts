import { useNavigate, useRevalidator } from 'react-router-dom';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { LOGIN_NOTICES, REGISTER_NOTICES, SITE_NOTICES } from '#shared/messages.ts';
import type { FirstAdmin, Login, Register } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';

const SIGN = /(?:^|;\s*)token=1(?:;|$)/;

/** Whether there is a session to load: the readable cookie says so (spec §4). `request` is the server's. */
export function hasSession(request: Request): boolean {
  const cookies = typeof document === 'undefined' ? (request.headers.get('cookie') ?? '') : document.cookie;
  return SIGN.test(cookies);
}

/** The signed-in user, null for a guest. The page's frame has loaded him where there is one. */
export function useUser(): User | null {
  const { data } = trpc.auth.me.useQuery({}, { enabled: false, staleTime: Number.POSITIVE_INFINITY });
  return data?.user ?? null;
}

/** After another person came or went, nothing that was read before holds: prices are personal. */
function useNewSession() {
  const queries = trpc.useUtils();
  const { revalidate } = useRevalidator();
  return async (user: User | null) => {
    queries.auth.me.setData({}, { user, notifications: [] });
    await queries.invalidate(undefined, { predicate: query => !isMe(query.queryKey), refetchType: 'active' });
    await revalidate();
  };
}

const isMe = ([path]: readonly unknown[]) => Array.isArray(path) && path.join('.') === 'auth.me';

export function useSignIn(then: () => unknown) {
  const begin = useNewSession();
  const { client } = trpc.useUtils();
  return useAction((input: Login) => client.auth.login.mutate(input), {
    success: SITE_NOTICES.welcome,
    failure: LOGIN_NOTICES.wrongLogin,
    after: async ({ user }) => {
      await begin(user);
      await then();
    },
  });
}

export function useRegister(then: () => unknown) {
  const begin = useNewSession();
  const { client } = trpc.useUtils();
  return useAction((input: Register) => client.auth.register.mutate(input), {
    success: SITE_NOTICES.welcome,
    failure: REGISTER_NOTICES.emailTaken,
    after: async ({ user }) => {
      await begin(user);
      await then();
    },
  });
}

/** The server knows the session no longer: the page goes on as a guest's. */
export function useSessionOver() {
  const begin = useNewSession();
  return () => begin(null);
}

/** Redeems the link that a new shop writes into its log. */
export function useFirstAdmin(then: () => unknown) {
  const begin = useNewSession();
  const { client } = trpc.useUtils();
  return useAction((input: FirstAdmin) => client.auth.firstAdmin.mutate(input), {
    success: SITE_NOTICES.welcome,
    failure: { kind: 'failure', text: 'The account could not be set up. Please try again.', ms: 6500 },
    after: async ({ user }) => {
      await begin(user);
      await then();
    },
  });
}

export function useSignOut() {
  const begin = useNewSession();
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  return useAction(() => client.auth.logout.mutate({}), {
    failure: { kind: 'failure', text: 'Could not sign out. Please try again.', ms: 2500 },
    after: async () => {
      // What was typed and placed in this tab is not for whoever sits here next.
      sessionStorage.clear();
      await begin(null);
      await navigate('/');
      notify(SITE_NOTICES.loggedOut);
    },
  });
}
