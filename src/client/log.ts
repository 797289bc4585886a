/** Writes failures to the console, all of them in this one way (rule N3). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the one logger
  console.error(`${what}:`, error);
}
