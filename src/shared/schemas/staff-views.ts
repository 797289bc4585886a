import { z } from 'zod';
import {
  DENSITIES,
  LIST_SCREENS,
  type ListScreen,
  MAX_SHARED_VIEWS,
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEWS,
} from '#shared/office-lists.ts';
import { idSchema, text } from '#shared/schemas/common.ts';
import { mailQuerySchema } from '#shared/schemas/mail.ts';
import { deskQuerySchema } from '#shared/schemas/order-desk.ts';
import { companyQuerySchema, userQuerySchema } from '#shared/schemas/staff-people.ts';

/** Reads what a view asks of its list: a query is data, and the list may have changed since it was kept. */
export const VIEW_QUERIES: Record<ListScreen, z.ZodObject> = {
  orders: deskQuerySchema,
  users: userQuerySchema,
  companies: companyQuerySchema,
  mailbox: mailQuerySchema,
};

const screen = z.enum(LIST_SCREENS);
const query = z.record(z.string(), z.unknown());

/** A view as one of the staff is shown it. */
export const savedViewSchema = z.object({
  _id: idSchema,
  screen,
  name: z.string(),
  query,
  /** Names what was kept and the list no longer understands: fields of the query, and columns. */
  dropped: z.array(z.string()),
  /** Ids of the columns in their order; empty: those that the list shows by itself. */
  columns: z.array(z.string()),
  density: z.enum(DENSITIES),
  shared: z.boolean(),
  by: z.object({ _id: idSchema, name: z.string() }),
  mayChange: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const viewsQuerySchema = z.object({ screen });
/** Follows the order of their tabs. */
export const savedViewsSchema = z.object({ views: z.array(savedViewSchema) });

/** `cursor`: how many of the views were counted before. */
export const savedCountsQuerySchema = z.object({ cursor: z.int().min(0).max(1000).default(0) });
export type SavedCountsQuery = z.infer<typeof savedCountsQuerySchema>;
/** Counts what the next few views have, by their ids. `cursor`: from where on others are to be counted. */
export const savedCountsSchema = z.object({
  counts: z.record(idSchema, z.int()),
  cursor: z.int().nullable(),
});
export type SavedCounts = z.infer<typeof savedCountsSchema>;

/** With `_id` that view is changed, all of it; without, a new one is made. */
export const saveViewSchema = z.strictObject({
  _id: idSchema.optional(),
  screen,
  name: text(MAX_VIEW_NAME_LENGTH, 1),
  query,
  columns: z.array(text(40, 1)).max(60).default([]),
  density: z.enum(DENSITIES).default('comfortable'),
  shared: z.boolean().default(false),
});
export type SaveView = z.infer<typeof saveViewSchema>;

export const removeViewSchema = z.strictObject({ _id: idSchema });

/** Those that are named take each other's places, in this order; the others stay. */
export const reorderViewsSchema = z.strictObject({
  screen,
  views: z
    .array(z.strictObject({ _id: idSchema }))
    .min(1)
    .max(MAX_VIEWS + MAX_SHARED_VIEWS),
});
export type ReorderViews = z.infer<typeof reorderViewsSchema>;
