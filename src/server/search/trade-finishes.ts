/** A finish of the trade: its name, what else it is called, and its codes; US ones are the builders' hardware codes. */
export interface TradeFinish {
  name: string;
  says: readonly string[];
  codes: readonly string[];
}

export const TRADE_FINISHES: readonly TradeFinish[] = [
  { name: 'satin nickel', says: ['stain nickel'], codes: ['sn', 'bn', 'bsn', 'us15', '619', 'c15'] },
  { name: 'polished nickel', says: [], codes: ['pn', 'us14', '618'] },
  { name: 'polished chrome', says: ['chrome'], codes: ['pc', 'cp', 'us26', '625'] },
  { name: 'satin chrome', says: [], codes: ['sc', 'us26d', '626'] },
  { name: 'matte black', says: ['black'], codes: ['mb', 'blk', 'fb', 'us19', '622'] },
  {
    name: 'oil rubbed bronze',
    says: ['oil rubbed', 'dark bronze', 'venetian bronze', 'oiled bronze'],
    codes: ['orb', 'ob', 'us10b', '613', 'us10'],
  },
  { name: 'satin brass', says: ['satin gold'], codes: ['sb', 'us4', '606'] },
  { name: 'polished brass', says: ['polished gold'], codes: ['pb', 'us3', '605'] },
  { name: 'antique brass', says: [], codes: ['ab', 'us5', '609'] },
  { name: 'champagne bronze', says: ['champagne', 'champagne gold'], codes: ['cz', 'cb'] },
  { name: 'antique pewter', says: ['pewter'], codes: ['ap', 'us15a'] },
  { name: 'white', says: ['matte white', 'porcelain white'], codes: ['wh'] },
  { name: 'graphite', says: ['gunmetal', 'anthracite', 'dark gray', 'dark grey'], codes: ['gr'] },
  { name: 'stainless steel', says: ['stainless', 'satin stainless steel'], codes: ['ss', 'us32d', '630'] },
];

/** Ways to finish a metal or a colour, and the word that stands for all that mean the same. */
export const SURFACES: Readonly<Record<string, string>> = {
  brushed: 'satin',
  brush: 'satin',
  satin: 'satin',
  flat: 'matte',
  matt: 'matte',
  mat: 'matte',
  matte: 'matte',
  aged: 'antique',
  antiqued: 'antique',
  antique: 'antique',
  bright: 'polished',
  shiny: 'polished',
  polished: 'polished',
};

/** A metal or colour alone is any finish of it; some are said of others. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  brass: ['brass'],
  nickel: ['nickel'],
  bronze: ['bronze'],
  chrome: ['chrome'],
  black: ['black'],
  white: ['white'],
  pewter: ['pewter'],
  copper: ['copper'],
  iron: ['iron'],
  gray: ['gray', 'grey', 'graphite'],
  grey: ['gray', 'grey', 'graphite'],
  gold: ['gold', 'satin brass', 'polished brass', 'champagne'],
  silver: ['silver', 'nickel', 'chrome'],
  steel: ['steel'],
};
