/** Long rather than complicated: no composition rules, no expiry (NIST 800-63B). */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

// Parts that long guessable passwords are built from. Short common ones fall to the length.
const COMMON = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'pass',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'asdf',
  'zxcvbnm',
  '1q2w3e4r5t6y',
  '1q2w3e4r',
  '1qaz2wsx3edc',
  '1qaz2wsx',
  'q1w2e3r4',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'administrator',
  'login',
  'user',
  'test',
  'secret',
  'changeme',
  'default',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'batman',
  'trustno',
  'starwars',
  'master',
  'shadow',
  'michael',
  'jennifer',
  'hunter',
  'whatever',
  'abc',
  'xyz',
  'hardware',
  'cabinet',
  'knobs',
  'pulls',
];
const RUNS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

/** Reads as the same password however it was typed in: é as one character or as two. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Tells what is wrong with a new password, as a form shows it; null if it will do. `own`: the user's e-mail address and
 * name, the shop's name.
 */
export function passwordProblem(password: string, own: readonly string[] = []): string | null {
  const normal = normalizePassword(password);
  const length = [...normal].length;
  if (length < PASSWORD_MIN) return `needs at least ${PASSWORD_MIN} characters`;
  if (length > PASSWORD_MAX) return `has more than ${PASSWORD_MAX} characters`;
  return isGuessable(normal.toLowerCase(), own) ? 'is too easy to guess' : null;
}

// Nothing but well-known words, words of one's own, digits and signs; or a few characters over and over.
function isGuessable(password: string, own: readonly string[]): boolean {
  if (new Set(password).size < 5) return true;
  const words = [...COMMON, ...own.flatMap(ownWords)].sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), password);
  const letters = rest.replace(/[\p{N}\p{P}\s$+<=>^`|~]/gu, '');
  return letters.length < 3 || RUNS.some(run => (run + run).includes(letters));
}

function ownWords(text: string): string[] {
  const lower = text.toLowerCase();
  return [lower, ...lower.split(/[^\p{L}\p{N}]+/u)].filter(word => word.length >= 3);
}
