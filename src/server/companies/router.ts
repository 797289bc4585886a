import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { placesOf, removeAddress, saveAddress } from '#server/companies/addresses.ts';
import { runClean } from '#server/companies/clean.ts';
import { companyBeside, companyDesk, savedCompanyCounts } from '#server/companies/company-desk.ts';
import { companyProducts } from '#server/companies/company-products.ts';
import { companyRecord } from '#server/companies/company-record.ts';
import { customerOf } from '#server/companies/customers.ts';
import {
  addAssociatedAccount,
  addUser,
  removeAssociatedAccount,
  removeUser,
} from '#server/companies/members.ts';
import { savePartNumbers } from '#server/companies/part-numbers.ts';
import { refuseStrangers } from '#server/companies/reach-company.ts';
import { limitedCompanies, listCompanies, readCompany } from '#server/companies/read-company.ts';
import { foundCompany, updateCompany } from '#server/companies/save-company.ts';
import {
  addSpecialItem,
  overwriteVariants,
  removeSpecialItem,
  saveCompanyTiers,
} from '#server/companies/special-items.ts';
import { limitTelling } from '#server/http/rate-limits.ts';
import { ordersWhere } from '#server/orders/list-orders.ts';
import { orders } from '#server/orders/tables.ts';
import {
  adminProcedure,
  commercialProcedure,
  out,
  rest,
  router,
  staffProcedure,
  userProcedure,
} from '#server/trpc.ts';
import {
  addAssociatedAccountSchema,
  addSpecialItemSchema,
  addUserSchema,
  cleanedSchema,
  companiesSchema,
  companyByIdSchema,
  companyCheckoutSchema,
  companyListSchema,
  companyProductsQuerySchema,
  companyProductsSchema,
  companySchema,
  createCompanySchema,
  limitedCompaniesQuerySchema,
  limitedCompaniesSchema,
  overwriteVariantsSchema,
  overwrittenSchema,
  removeAddressSchema,
  removeAssociatedAccountSchema,
  removeSpecialItemSchema,
  removeUserSchema,
  saveAddressSchema,
  saveCompanyTiersSchema,
  savedPartNumbersSchema,
  savePartNumbersSchema,
  updateCompanySchema,
} from '#shared/schemas/companies.ts';
import { companyOrdersSchema, ordersSchema } from '#shared/schemas/orders.ts';
import {
  companyBesideSchema,
  companyDeskAnswerSchema,
  companyDeskSchema,
  companyRecordSchema,
  neighboursSchema,
  recordQuerySchema,
} from '#shared/schemas/staff-people.ts';
import { savedCountsQuerySchema, savedCountsSchema } from '#shared/schemas/staff-views.ts';

export const companiesRouter = router({
  list: staffProcedure
    .meta(
      rest('GET', '/companies', {
        summary: 'Companies',
        does: 'A page of companies, with how many people and prices of its own each has.',
      }),
    )
    .input(companyListSchema)
    .output(out(companiesSchema))
    .query(({ ctx, input }) => listCompanies(ctx.db, input)),

  /** Lists companies with what they owe. */
  desk: staffProcedure
    .input(companyDeskSchema)
    .output(out(companyDeskAnswerSchema))
    .query(({ ctx, input }) => companyDesk(ctx.db, input)),

  savedCounts: staffProcedure
    .input(savedCountsQuerySchema)
    .output(out(savedCountsSchema))
    .query(({ ctx, input }) => savedCompanyCounts(ctx.db, ctx.user, input)),

  deskBeside: staffProcedure
    .input(companyBesideSchema)
    .output(out(neighboursSchema))
    .query(({ ctx, input }) => companyBeside(ctx.db, input)),

  record: staffProcedure
    .input(recordQuerySchema)
    .output(out(companyRecordSchema))
    .query(({ ctx, input }) => companyRecord(ctx.db, ctx.user, input.id)),

  limited: staffProcedure
    .meta(
      rest('GET', '/companies/limited', {
        summary: 'Names of companies to choose from',
        does: 'At most `limit` companies whose name, account number or e-mail address has the search in it: `_id`, name and number.',
      }),
    )
    .input(limitedCompaniesQuerySchema)
    .output(out(limitedCompaniesSchema))
    .query(({ ctx, input }) => limitedCompanies(ctx.db, input)),

  products: commercialProcedure
    .meta(
      rest('GET', '/companies/products/{companyId}', {
        summary: 'The special-priced items of a company',
        does: 'Products with the variants that have a price of their own for the company. For its people and staff.',
        errors: ['not_found'],
      }),
    )
    .input(companyProductsQuerySchema)
    .output(out(companyProductsSchema))
    .query(({ ctx, input: { companyId, ...asked } }) => {
      refuseStrangers(ctx.user, companyId, 'read');
      return companyProducts(ctx.db, { user: ctx.user._id, company: companyId }, asked);
    }),

  byId: commercialProcedure
    .meta(
      rest('GET', '/companies/{id}', {
        summary: 'One company',
        does: 'The company with its people, special prices and tiers. For its people, staff and nobody else: 404 for all others.',
        errors: ['not_found'],
      }),
    )
    .input(companyByIdSchema)
    .output(out(companySchema))
    .query(({ ctx, input }) => readCompany(ctx.db, input.id, ctx.user)),

  create: userProcedure
    .meta(
      rest('POST', '/companies', {
        summary: 'Make a company',
        does: 'A customer without a company founds their own and becomes its Primary; staff make any, and the first of `users` becomes its Primary.',
        errors: ['forbidden', 'company_exists', 'in_company'],
      }),
    )
    .input(createCompanySchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      const { _id } = await foundCompany(ctx.db, ctx.user, input);
      // Its founder, whom the request knows as they were before.
      return readCompany(ctx.db, _id, { ...ctx.user, company: _id, role: 'Primary' });
    }),

  update: commercialProcedure
    .meta(
      rest('PUT', '/companies', {
        summary: 'Change a company',
        does: "Changes the fields that are given. A Primary may change the address, e-mail and preferences; staff all but `creditLimit`, which is an Admin's. With `version` only if nobody else changed it.",
        errors: ['not_found', 'stale', 'company_exists'],
      }),
    )
    .input(updateCompanySchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await updateCompany(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input._id, ctx.user);
    }),

  saveTiers: staffProcedure
    .meta(
      rest('POST', '/companies/tiers', {
        summary: "Replace a company's tiers",
        does: 'Replaces all percentages off for the company. A vendor is named as it is spelt, a category by its `_id`; both have to exist. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(saveCompanyTiersSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await saveCompanyTiers(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input._id, ctx.user);
    }),

  addAssociatedAccount: commercialProcedure
    .meta(
      rest('POST', '/companies/addAssociatedAccount', {
        summary: 'Name an account that may buy for the company',
        does: "Another account, named by its address, may then order with the company's account number. For its Primary and staff.",
        errors: ['not_found', 'account_associated', 'too_many'],
      }),
    )
    .input(addAssociatedAccountSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      refuseStrangers(ctx.user, input.company, 'manage');
      await limitTelling(ctx);
      await addAssociatedAccount(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input.company, ctx.user);
    }),

  removeAssociatedAccount: commercialProcedure
    .input(removeAssociatedAccountSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      refuseStrangers(ctx.user, input.company, 'manage');
      await removeAssociatedAccount(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input.company, ctx.user);
    }),

  overwriteVariants: staffProcedure
    .meta(
      rest('PUT', '/companies/variant', {
        summary: 'Set special prices for several customers',
        does: 'Up to 25 prices for the companies of the users named, and for users without one, all or none. With `sendEmail` each of them gets a mail.',
      }),
    )
    .input(overwriteVariantsSchema)
    .output(out(overwrittenSchema))
    .mutation(async ({ ctx, input }) => ({ updated: await overwriteVariants(ctx.app, ctx.user, input) })),

  orders: commercialProcedure
    .meta(
      rest('GET', '/companies/orders', {
        summary: 'The orders of a company',
        does: 'A page of the orders that people placed for the company. For its Primary and staff.',
        errors: ['not_found'],
      }),
    )
    .input(companyOrdersSchema)
    .output(out(ordersSchema))
    .query(({ ctx, input: { company, user, ...query } }) => {
      refuseStrangers(ctx.user, company, 'manage');
      const which = and(eq(orders.company, company), user ? eq(orders.user, user) : undefined);
      return ordersWhere(ctx.db, which, query);
    }),

  runClean: adminProcedure
    .meta(
      rest('POST', '/companies/runClean', {
        summary: 'Remove what companies hold of things that are gone',
        does: 'Removes deleted people, prices and numbers of deleted variants, and tiers of vendors and categories that are gone; answers how many. Logged.',
      }),
    )
    .input(z.strictObject({}))
    .output(out(cleanedSchema))
    .mutation(async ({ ctx }) => ({ cleaned: await runClean(ctx.db, ctx.user) })),

  addSpecialItem: staffProcedure
    .meta(
      rest('PATCH', '/companies/{companyId}', {
        summary: 'Add or re-price a special-priced item',
        does: 'One price of one variant for the company; given again, it takes the place of the first. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(addSpecialItemSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await addSpecialItem(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input.companyId, ctx.user);
    }),

  removeSpecialItem: staffProcedure
    .meta(
      rest('PUT', '/companies/{companyId}', {
        summary: 'Remove a special-priced item',
        does: "Takes the company's price of a variant away; without one nothing happens. Logged.",
        errors: ['not_found'],
      }),
    )
    .input(removeSpecialItemSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await removeSpecialItem(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input.companyId, ctx.user);
    }),

  addUser: staffProcedure
    .meta(
      rest('POST', '/companies/{companyId}/{userId}', {
        summary: 'Put a user into a company',
        does: 'Puts a customer without a company into this one, as its Primary if it has none, else as a Member.',
        errors: ['not_found', 'in_company'],
      }),
    )
    .input(addUserSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await addUser(ctx.db, ctx.user, input.companyId, input.userId);
      return readCompany(ctx.db, input.companyId, ctx.user);
    }),

  removeUser: commercialProcedure
    .meta(
      rest('DELETE', '/companies/{companyId}/{userId}', {
        summary: 'Take a user out of a company',
        does: "Takes somebody out, who keeps the account. For the company's Primary and staff. The last Primary can't go while others stay.",
        errors: ['not_found', 'last_primary'],
      }),
    )
    .input(removeUserSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await removeUser(ctx.db, ctx.user, input.companyId, input.userId);
      return readCompany(ctx.db, input.companyId, ctx.user);
    }),

  /** Returns the PO rule and addresses of the buyer's own company; a buyer without one has neither. */
  forCheckout: userProcedure
    .input(z.object({}))
    .output(out(companyCheckoutSchema))
    .query(async ({ ctx: { db, user } }) => ({
      poRequired: (await customerOf(db, user)).poRequired,
      addresses: user.company ? await placesOf(db, user.company) : [],
    })),

  savePartNumbers: commercialProcedure
    .input(savePartNumbersSchema)
    .output(out(savedPartNumbersSchema))
    .mutation(({ ctx, input }) => {
      refuseStrangers(ctx.user, input.company, 'manage');
      return savePartNumbers(ctx.db, input);
    }),

  saveAddress: commercialProcedure
    .input(saveAddressSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      refuseStrangers(ctx.user, input.company, 'manage');
      await saveAddress(ctx.db, input);
      return readCompany(ctx.db, input.company, ctx.user);
    }),

  removeAddress: commercialProcedure
    .input(removeAddressSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      refuseStrangers(ctx.user, input.company, 'manage');
      await removeAddress(ctx.db, input);
      return readCompany(ctx.db, input.company, ctx.user);
    }),
});
