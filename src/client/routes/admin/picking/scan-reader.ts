/** A scanner types its letters faster than people do: on average within this time. */
const MAX_MS_A_LETTER = 60;
/** After so long without a letter another code begins. */
const MAX_PAUSE_MS = 250;
const MIN_LETTERS = 3;

/** A key that was pressed, as far as it matters here. */
interface PressedKey {
  key: string;
  /** When, in milliseconds of whatever clock. */
  timeStamp: number;
}

interface ScanReader {
  /**
   * Takes a key as it is pressed. `letter`: of what may be a code; `code`: Enter has ended one; else the key is whoever's
   * it was meant for.
   */
  press: (pressed: PressedKey) => { is: 'code'; code: string } | { is: 'letter'; isFirst: boolean } | null;
}

/** Tells the codes of a scanner, which types them and ends with Enter, from what people type. */
export function createScanReader(): ScanReader {
  let letters = '';
  let first = 0;
  let last = 0;
  return {
    press({ key, timeStamp }) {
      if (letters !== '' && timeStamp - last > MAX_PAUSE_MS) letters = '';
      if (key === 'Enter') {
        const code = letters;
        letters = '';
        const isFast = timeStamp - first <= code.length * MAX_MS_A_LETTER;
        return code.length >= MIN_LETTERS && isFast ? { is: 'code', code } : null;
      }
      if ([...key].length !== 1) return null;
      const isFirst = letters === '';
      if (isFirst) first = timeStamp;
      last = timeStamp;
      letters += key;
      return { is: 'letter', isFirst };
    },
  };
}
