import { z } from 'zod';
import { LOG_TYPES } from '#shared/enumerations.ts';
import { idSchema, prose, text } from '#shared/schemas/common.ts';

/** An entry that a browser may write down. `userEmail` and `date` are accepted and replaced by the server's own. */
export const newLogEntrySchema = z.strictObject({
  type: z.enum(LOG_TYPES),
  category: text(80),
  name: text(200, 1),
  description: prose(4000),
  userEmail: z.string().max(254).optional(),
  date: z.string().max(40).optional(),
});
export type NewLogEntry = z.infer<typeof newLogEntrySchema>;

export const loggedSchema = z.object({ _id: idSchema });
