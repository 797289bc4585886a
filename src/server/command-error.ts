/** A reason for the person at the keyboard; shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Insists on what a command can't do without. */
export function required(value: string | undefined, usage: string): string {
  if (!value) throw new CommandError(`Usage: ${usage}`);
  return value;
}
