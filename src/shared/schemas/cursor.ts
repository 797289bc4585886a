import { z } from 'zod';

/** Names the place in a list that its next page begins behind, as the page before told it; null there: it was the last. */
export const cursorSchema = z
  .string()
  .regex(
    /^\d{1,16}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    'is not a place in this list',
  );

/** Limits the entries of such a page. */
export const CURSOR_PAGE_SIZE = 50;
