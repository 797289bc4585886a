/** Postal codes of the states, the district, the territories and the armed forces' mail. */
export const US_STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
};

/** The postal code of a state by its code or name, whatever its case; null when there is no such state. */
export function stateCode(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const found = Object.entries(US_STATES).find(
    ([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return found?.[0] ?? null;
}

const digitsOf = (text: string) => text.replace(/\D/g, '').length;
const digits = (count: number) => `${count} ${count === 1 ? 'digit' : 'digits'}`;

/** Tells what is wrong with a zip code, in words that fit what was typed; null when nothing is. Five digits, or 5+4. */
export function zipFault(text: string): string | null {
  const zip = text.trim();
  if (/^\d{5}(-?\d{4})?$/.test(zip)) return null;
  if (/[^\d\s-]/.test(zip)) return 'Zip code has digits only, like 78701';
  const count = digitsOf(zip);
  if (count < 5) return `Zip code has ${digits(count)}; it needs 5`;
  if (count > 5 && count !== 9) return `Zip code has ${digits(count)}; it needs 5, or 9 with its extension`;
  return 'Zip code is written like 78701 or 78701-1234';
}

const PHONE_DIGITS = 10;

/** Tells what is wrong with a phone number; null when nothing is. Ten digits however set out, or 1 before them. */
export function phoneFault(text: string): string | null {
  if (/[^\d\s()+./-]/.test(text)) return 'Phone number has digits only, like 512 555 0143';
  const all = text.replace(/\D/g, '');
  const count = all.length === PHONE_DIGITS + 1 && all.startsWith('1') ? PHONE_DIGITS : all.length;
  return count === PHONE_DIGITS ? null : `Phone number has ${digits(count)}; it needs ${PHONE_DIGITS}`;
}

/** Tells what is wrong with text that is no e-mail address. */
export function emailFault(text: string): string {
  const [name = '', domain, ...more] = text.trim().split('@');
  if (text.trim() === '') return 'is required';
  if (domain === undefined) return 'needs an @, as in ada@example.com';
  if (more.length > 0) return 'has more than one @';
  if (name === '') return 'needs a name before the @';
  if (domain === '') return 'needs something after the @, as in ada@example.com';
  if (!/\.[a-z]{2,}$/i.test(domain)) return 'needs an ending after the @, like .com';
  return 'is not an e-mail address';
}
