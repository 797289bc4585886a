/** Path of a Chromium, installed if there was none. */
export function findChromium(): Promise<string>;
