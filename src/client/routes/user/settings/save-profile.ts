import { useAction } from '#client/features/notices/notices.ts';
import { useReadUserAgain } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { USER_NOTICES } from '#shared/messages.ts';
import type { UpdateProfile, User } from '#shared/schemas/users.ts';

/** Saves a part of the profile; what is left out stays. */
export function useSaveProfile(user: User) {
  const { client } = trpc.useUtils();
  const readAgain = useReadUserAgain();
  return useAction(
    (said: Omit<UpdateProfile, 'email' | 'version'>) =>
      client.users.updateProfile.mutate({ ...said, email: user.email, version: user.version }),
    { success: USER_NOTICES.profileUpdated, failure: USER_NOTICES.updateProfileFailed, after: readAgain },
  );
}
