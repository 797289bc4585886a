/** A finish of the trade: how product numbers end, its number in the US system of finishes, its swatch. */
export interface FinishFacts {
  code: string;
  us: string | null;
  hex: string;
  hex2?: string;
  /** The words in which people speak of it, for descriptions. */
  words: string;
}

export const FINISHES = {
  'Satin Nickel': { code: 'SN', us: 'US15', hex: '#b8b0a4', words: 'a warm grey that hides fingerprints' },
  'Polished Nickel': {
    code: 'PN',
    us: 'US14',
    hex: '#d6cfc2',
    hex2: '#a89f90',
    words: 'warmer than chrome, with a mirror’s depth',
  },
  'Polished Chrome': {
    code: 'PC',
    us: 'US26',
    hex: '#dfe3e6',
    hex2: '#a9b0b5',
    words: 'a bright, cool mirror that matches most faucets',
  },
  'Matte Black': { code: 'MB', us: 'US19', hex: '#232426', words: 'a dry, even black without any shine' },
  'Oil-Rubbed Bronze': {
    code: 'OB',
    us: 'US10B',
    hex: '#453229',
    hex2: '#7a5138',
    words: 'nearly black, with copper showing on the edges',
  },
  'Satin Brass': { code: 'SB', us: 'US4', hex: '#c2a068', words: 'a soft gold, brushed and lacquered' },
  'Polished Brass': {
    code: 'PB',
    us: 'US3',
    hex: '#d9b24c',
    hex2: '#b08a2e',
    words: 'the bright yellow gold of old door hardware',
  },
  'Antique Brass': {
    code: 'AB',
    us: 'US5',
    hex: '#8f713d',
    hex2: '#5f4a26',
    words: 'brass that looks a hundred years old, darker in the recesses',
  },
  'Champagne Bronze': { code: 'CZ', us: null, hex: '#c4a883', words: 'a pale gold between nickel and brass' },
  'Antique Pewter': {
    code: 'AP',
    us: 'US15A',
    hex: '#86847e',
    hex2: '#5d5b56',
    words: 'a soft, dark silver with relief',
  },
  White: { code: 'WH', us: null, hex: '#f3f2ee', words: 'a satin white that disappears on painted doors' },
  Graphite: { code: 'GR', us: null, hex: '#4d5053', words: 'a dark grey with a fine metallic grain' },
} satisfies Record<string, FinishFacts>;

export type Finish = keyof typeof FINISHES;

const BY_CODE = new Map(Object.entries(FINISHES).map(([name, { code }]) => [code, name as Finish]));

/** Finishes by their codes: 'SN MB SB'. */
export function finishesOf(codes: string): Finish[] {
  return codes.split(' ').map(code => {
    const finish = BY_CODE.get(code);
    if (!finish) throw new RangeError(`no finish ${code}`);
    return finish;
  });
}

export const isFinish = (name: string | undefined): name is Finish => name !== undefined && name in FINISHES;

export const finishFacts = (finish: Finish): FinishFacts => FINISHES[finish];

/** The name that picture folders use. */
export const finishSlug = (finish: string): string => finish.toLowerCase().replaceAll(' ', '-');
