import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { limitTelling } from '#server/auth/rate-limits.ts';
import { placesOf, removeAddress, saveAddress } from '#server/companies/addresses.ts';
import { runClean } from '#server/companies/clean.ts';
import { companyProducts } from '#server/companies/company-products.ts';
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

export const companiesRouter = router({
  list: staffProcedure
    .meta(rest('GET', '/companies', { summary: 'Companies' }))
    .input(companyListSchema)
    .output(out(companiesSchema))
    .query(({ ctx, input }) => listCompanies(ctx.db, input)),

  limited: staffProcedure
    .meta(rest('GET', '/companies/limited', { summary: 'Names of companies to choose from' }))
    .input(limitedCompaniesQuerySchema)
    .output(out(limitedCompaniesSchema))
    .query(({ ctx, input }) => limitedCompanies(ctx.db, input)),

  products: commercialProcedure
    .meta(
      rest('GET', '/companies/products/{companyId}', { summary: 'The special-priced items of a company' }),
    )
    .input(companyProductsQuerySchema)
    .output(out(companyProductsSchema))
    .query(({ ctx, input: { companyId, ...asked } }) => {
      refuseStrangers(ctx.user, companyId, 'read');
      return companyProducts(ctx.db, { user: ctx.user._id, company: companyId }, asked);
    }),

  byId: commercialProcedure
    .meta(rest('GET', '/companies/{id}', { summary: 'One company' }))
    .input(companyByIdSchema)
    .output(out(companySchema))
    .query(({ ctx, input }) => readCompany(ctx.db, input.id, ctx.user)),

  create: userProcedure
    .meta(rest('POST', '/companies', { summary: 'Make a company', errors: ['company_exists', 'in_company'] }))
    .input(createCompanySchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      const { _id } = await foundCompany(ctx.db, ctx.user, input);
      // Its founder, whom the request knows as he was before.
      return readCompany(ctx.db, _id, { ...ctx.user, company: _id, role: 'Primary' });
    }),

  update: commercialProcedure
    .meta(rest('PUT', '/companies', { summary: 'Change a company', errors: ['stale', 'company_exists'] }))
    .input(updateCompanySchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await updateCompany(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input._id, ctx.user);
    }),

  saveTiers: staffProcedure
    .meta(rest('POST', '/companies/tiers', { summary: "Replace a company's tiers" }))
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
        errors: ['account_associated', 'too_many'],
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
    .meta(rest('PUT', '/companies/variant', { summary: 'Set special prices for several customers' }))
    .input(overwriteVariantsSchema)
    .output(out(overwrittenSchema))
    .mutation(async ({ ctx, input }) => ({ updated: await overwriteVariants(ctx.app, ctx.user, input) })),

  orders: commercialProcedure
    .meta(rest('GET', '/companies/orders', { summary: 'The orders of a company' }))
    .input(companyOrdersSchema)
    .output(out(ordersSchema))
    .query(({ ctx, input: { company, user, ...query } }) => {
      refuseStrangers(ctx.user, company, 'manage');
      const which = and(eq(orders.company, company), user ? eq(orders.user, user) : undefined);
      return ordersWhere(ctx.db, which, query);
    }),

  runClean: adminProcedure
    .meta(
      rest('POST', '/companies/runClean', { summary: 'Remove what companies hold of things that are gone' }),
    )
    .input(z.strictObject({}))
    .output(out(cleanedSchema))
    .mutation(async ({ ctx }) => ({ cleaned: await runClean(ctx.db, ctx.user) })),

  addSpecialItem: staffProcedure
    .meta(rest('PATCH', '/companies/{companyId}', { summary: 'Add or re-price a special-priced item' }))
    .input(addSpecialItemSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await addSpecialItem(ctx.db, ctx.user, input);
      return readCompany(ctx.db, input.companyId, ctx.user);
    }),

  removeSpecialItem: staffProcedure
    .meta(rest('PUT', '/companies/{companyId}', { summary: 'Remove a special-priced item' }))
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
        errors: ['in_company'],
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
        errors: ['last_primary'],
      }),
    )
    .input(removeUserSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      await removeUser(ctx.db, ctx.user, input.companyId, input.userId);
      return readCompany(ctx.db, input.companyId, ctx.user);
    }),

  /** Of the buyer's own company; a buyer without one has neither. */
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
