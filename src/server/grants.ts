import type { Who } from '#server/trpc.ts';
import type { KeyScope } from '#shared/enumerations.ts';

/** 'any key': it tells nothing that not everybody may know. 'no key': people sign in for it. */
export type CallScope = KeyScope | readonly KeyScope[] | 'any key' | 'no key';

/** Tells who may make a call, and its REST address. */
export interface Grant {
  /** The role that the procedure's builder must ask for. */
  who: Who;
  /** `METHOD /path`, below /api/v1 unless it starts with /api/; null: tRPC alone. */
  rest: string | null;
  /** The scope that an API key needs for it besides the rights of its user; several: all of them. */
  scope: CallScope;
  /** The facts that the procedure itself looks at beyond that: whose row, which fields. */
  within?: string;
}

/** Makes a row of the table. */
export const may = (who: Who, rest: string | null, scope: CallScope, within?: string): Grant => ({
  who,
  rest,
  scope,
  ...(within !== undefined && { within }),
});
