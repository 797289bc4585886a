import type { CallScope } from '#server/grants.ts';
import { REMEDIES, remediesOf } from '#server/remedies.ts';
import { FACTS } from '#server/remedy-examples.ts';
import type { Meta } from '#server/trpc.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';

/** Any call may be refused for these, so that none needs to name them. */
const ANYWHERE: readonly ErrorReason[] = [
  ...(['malformed', 'too_deep', 'too_large', 'wrong_type', 'cross_site'] as const),
  ...(['key_wrong', 'key_revoked', 'key_ended', 'busy', 'unavailable'] as const),
];

/** Lists all that a call may be refused for: its input, who asks, by which key, and what it looks at. */
export function reasonsOf(meta: Meta, scope: CallScope): ErrorReason[] {
  const { who, errors = [] } = meta;
  const signedOut: ErrorReason[] =
    who === 'public' || errors.includes('review_signed_out') ? [] : ['signed_out'];
  const role: ErrorReason[] = who === 'public' || who === 'user' ? [] : ['forbidden'];
  const key: ErrorReason[] = scope === 'any key' ? [] : [scope === 'no key' ? 'key_refused' : 'key_scope'];
  return [...new Set<ErrorReason>(['invalid', ...signedOut, ...role, ...key, ...errors])];
}

/** Whether the document tells of a refusal, for that call or for any. */
export const isDocumented = (reason: ErrorReason, documented: readonly ErrorReason[]): boolean =>
  [...documented, ...ANYWHERE].some(known => known === reason || toldAs(known) === reason);

/** One row stands for another reason's status on the call that places orders. */
const toldAs = (reason: ErrorReason): ErrorReason =>
  reason === 'unavailable_order' ? 'unavailable' : reason;

/** The responses of a call, one a status, each with its reasons; `default` has those that any call may answer. */
export function refusals(reasons: readonly ErrorReason[]) {
  const statuses = [...new Set(reasons.map(reason => ERRORS[reason].status))];
  const told = statuses.map(status => {
    const those = reasons.filter(reason => ERRORS[reason].status === status);
    return [String(status), response(those.map(wordsOf).join('\n\n'), those)] as const;
  });
  return {
    ...Object.fromEntries(told),
    default: response(
      'A refusal that any call may answer, or an unexpected failure (500, without a reason).',
      ANYWHERE,
    ),
  };
}

const wordsOf = (reason: ErrorReason) => `\`${toldAs(reason)}\`: ${ERRORS[reason].notice}`;

function response(description: string, reasons: readonly ErrorReason[]) {
  const examples = reasons.map(reason => [reason, { $ref: `#/components/examples/${reason}` }]);
  return {
    description,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** A refusal's answer as its row of the errors table gives it, with its remedies, or why there are none. */
export function refusalExample(reason: ErrorReason) {
  const { code, notice, status } = ERRORS[reason];
  const row = REMEDIES[reason];
  const [about] = FACTS[reason] ?? [];
  const remedies = remediesOf(reason, { about });
  return {
    summary: `${status} ${toldAs(reason)}`,
    ...('none' in row && { description: `No remedies: ${row.none}` }),
    value: { message: notice, code, reason: toldAs(reason), ...(remedies && { remedies }) },
  };
}
