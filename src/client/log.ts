/** Failures that the specification sends to the console (§8) go this one way. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the one logger
  console.error(`${what}:`, error);
}
