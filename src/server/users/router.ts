import { adminProcedure, out, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import { adminUpdate, removeUser, saveUserTiers } from '#server/users/admin-users.ts';
import { listUsers, simpleUsers } from '#server/users/list-users.ts';
import { readProfile } from '#server/users/profile.ts';
import { updateProfile } from '#server/users/update-profile.ts';
import { savedUserCounts, userBeside, userDesk } from '#server/users/user-desk.ts';
import { userRecord } from '#server/users/user-record.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  neighboursSchema,
  recordQuerySchema,
  userBesideSchema,
  userDeskAnswerSchema,
  userDeskSchema,
  userRecordSchema,
} from '#shared/schemas/staff-people.ts';
import { savedCountsQuerySchema, savedCountsSchema } from '#shared/schemas/staff-views.ts';
import {
  adminUpdateSchema,
  listedUsersSchema,
  removeUserByIdSchema,
  saveUserTiersSchema,
  simpleUserListSchema,
  simpleUsersSchema,
  updateProfileSchema,
  userByIdSchema,
  userListSchema,
  userSchema,
} from '#shared/schemas/users.ts';

export const usersRouter = router({
  list: staffProcedure
    .meta(
      rest('GET', '/users/all', {
        summary: 'Accounts',
        does: 'A page of accounts that are not deleted, by name, address, level or company.',
      }),
    )
    .input(userListSchema)
    .output(out(listedUsersSchema))
    .query(({ ctx, input }) => listUsers(ctx.db, input)),

  /** Lists accounts with how much each ordered. */
  desk: staffProcedure
    .input(userDeskSchema)
    .output(out(userDeskAnswerSchema))
    .query(({ ctx, input }) => userDesk(ctx.db, ctx.user, input)),

  savedCounts: staffProcedure
    .input(savedCountsQuerySchema)
    .output(out(savedCountsSchema))
    .query(({ ctx, input }) => savedUserCounts(ctx.db, ctx.user, input)),

  deskBeside: staffProcedure
    .input(userBesideSchema)
    .output(out(neighboursSchema))
    .query(({ ctx, input }) => userBeside(ctx.db, ctx.user, input)),

  record: staffProcedure
    .input(recordQuerySchema)
    .output(out(userRecordSchema))
    .query(({ ctx, input }) => userRecord(ctx.db, ctx.user, input.id)),

  simple: staffProcedure
    .meta(
      rest('GET', '/users/simple', {
        summary: 'Names of people to choose from',
        does: "Everybody's `_id`, name, address and company, or those of one `permissionLevel`.",
      }),
    )
    .input(simpleUserListSchema)
    .output(out(simpleUsersSchema))
    .query(({ ctx, input }) => simpleUsers(ctx.db, input.permissionLevel)),

  byId: staffProcedure
    .meta(
      rest('GET', '/users/{id}', {
        summary: 'One account',
        does: 'The whole profile of an account that is not deleted.',
        errors: ['not_found'],
      }),
    )
    .input(userByIdSchema)
    .output(out(userSchema))
    .query(({ ctx, input }) => readProfile(ctx.db, input.id)),

  updateProfile: userProcedure
    .meta(
      rest('PUT', '/users', {
        summary: 'Change what one says of oneself; another e-mail address has to be confirmed there first',
        does: 'Changes the fields that are given. A new `email` asks for `currentPassword`, is never taken from an API key, and holds once the new address has confirmed it.',
        errors: ['forbidden', 'email_taken', 'stale', 'too_many', 'busy'],
      }),
    )
    .input(updateProfileSchema)
    .output(out(userSchema))
    .mutation(async ({ ctx, input }) => {
      await updateProfile(ctx, input);
      return readProfile(ctx.db, ctx.user._id);
    }),

  adminUpdate: staffProcedure
    .meta(
      rest('PATCH', '/users', {
        summary: 'Change an account; another e-mail address has to be confirmed there first',
        does: "Changes the fields that are given; logged. Staff accounts and `permissionLevel` are an Admin's to change, `permissionLevel` never by an API key (`key_refused`); whoever becomes staff or an Admin by it is signed out everywhere, and their API keys end. A new `email` has to be confirmed there first; twenty an hour may be given to accounts and orders of others.",
        errors: ['key_refused', 'email_taken', 'stale', 'not_found', 'too_many'],
      }),
    )
    .input(adminUpdateSchema)
    .output(out(userSchema))
    .mutation(async ({ ctx, input }) => {
      await adminUpdate(ctx, input);
      return readProfile(ctx.db, input._id);
    }),

  saveTiers: staffProcedure
    .meta(
      rest('PATCH', '/users/tiers', {
        summary: "Replace a user's own tiers",
        does: 'Replaces all percentages off for this user alone. A vendor is named as it is spelt, a category by its `_id`; both have to exist. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(saveUserTiersSchema)
    .output(out(userSchema))
    .mutation(async ({ ctx, input }) => {
      await saveUserTiers(ctx.db, ctx.user, input);
      return readProfile(ctx.db, input._id);
    }),

  remove: adminProcedure
    .meta(
      rest('DELETE', '/users/{id}', {
        summary: 'Delete an account',
        does: 'Ends the account and all its sessions; orders and logs keep its name. Nobody deletes their own, nor the last Primary of others.',
        errors: ['last_primary', 'not_found'],
      }),
    )
    .input(removeUserByIdSchema)
    .output(out(removedSchema))
    .mutation(async ({ ctx, input }) => {
      await removeUser(ctx.db, ctx.user, input.id);
      return { _id: input.id };
    }),
});
