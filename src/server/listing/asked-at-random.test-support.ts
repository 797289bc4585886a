import { type Dice, diceFor } from '#demo/dice.ts';
import { TRADE_FINISHES } from '#server/search/trade-finishes.ts';
import { FEATURES, KINDS, STYLES } from '#server/search/trade-words.ts';

/** A shop's own words, in which it is asked. */
export interface ShopWords {
  /** Values of filters, by the name of their filter. */
  values: ReadonlyMap<string, readonly string[]>;
  titles: readonly string[];
  numbers: readonly string[];
}

/** So many searches as people type them, the same for the same seed. */
export function searchesOf(words: ShopWords, seed: string, count: number): string[] {
  const dice = diceFor(`searches ${seed}`);
  const kinds = Object.values(KINDS).flatMap(({ says }) => says);
  const traits = [...STYLES, ...FEATURES].flatMap(({ says }) => says);
  const names = [...new Set(words.titles.flatMap(title => title.match(/[A-Z][a-z]{2,}/g) ?? []))];
  const finishes = [
    ...(words.values.get('Finish') ?? []),
    ...TRADE_FINISHES.flatMap(({ name, says, codes }) => [name, ...says, ...codes]),
    ...['brass', 'nickel', 'bronze', 'chrome', 'black', 'gold', 'silver', 'gray'],
  ];
  const others = [...words.values].flatMap(([name, values]) => (name === 'Finish' ? [] : values));
  const finish = () => dice.pick(finishes);
  const size = () => sizeText(dice);
  const kind = () => dice.pick(kinds);
  const ways: (() => string[])[] = [
    () => [finish(), kind()],
    () => [size(), kind()],
    () => [finish(), size(), kind()],
    () => [dice.pick(traits), kind()],
    () => [dice.pick(traits), kind(), finish()],
    () => [dice.pick(names), kind()],
    () => [dice.pick(names), finish(), kind()],
    () => [dice.pick(others), kind()],
    () => [dice.pick(others), finish()],
    () => [kind(), 'in', finish()],
    () => [kind(), 'with', size(), 'centers'],
    () => [finish()],
    () => [size()],
    () => [dice.pick(others)],
    () => [finish(), finish(), kind()],
    () => [kind(), 'for', kind()],
    () => [numberText(dice, dice.pick(words.numbers))],
    () => [numberText(dice, dice.pick(words.numbers)), finish()],
    () => dice.pick(words.titles).split(' ').slice(0, dice.int(1, 5)),
  ];
  return Array.from({ length: count }, () => {
    const said = dice.pick(ways)();
    const ordered = dice.chance(0.3) ? dice.some(said, said.length) : said;
    const text = ordered.join(' ');
    const typed = dice.chance(0.25) ? misspelt(dice, text) : text;
    return dice.chance(0.8) ? typed.toLowerCase() : typed;
  });
}

const INCHES = [
  '1/2',
  '3/4',
  '1',
  '1-1/4',
  '1 1/2',
  '2',
  '3',
  '3-3/4',
  '4',
  '5',
  '5-1/16',
  '6',
  '8',
  '10',
  '12',
  '18',
  '22',
];
const MILLIMETRES = [5, 12, 25, 32, 64, 76, 96, 102, 128, 160, 192, 224, 320, 450, 500];

function sizeText(dice: Dice): string {
  if (dice.chance(0.4)) return `${dice.pick(MILLIMETRES)}${dice.pick(['mm', ' mm', '', ' mm c-c'])}`;
  return `${dice.pick(INCHES)}${dice.pick(['"', ' in', ' inch', '', '" centers'])}`;
}

function numberText(dice: Dice, number: string): string {
  const begun = dice.chance(0.5) ? number : number.slice(0, dice.int(3, number.length));
  return dice.chance(0.3) ? begun.replaceAll('-', '') : begun;
}

/** One letter left out, swapped with the next, or typed twice. */
function misspelt(dice: Dice, text: string): string {
  if (text.length < 4) return text;
  const at = dice.int(1, text.length - 2);
  const [before, letter, next, after] = [
    text.slice(0, at),
    text.charAt(at),
    text.charAt(at + 1),
    text.slice(at + 2),
  ];
  return dice.pick([
    before + next + after,
    before + next + letter + after,
    before + letter + letter + next + after,
  ]);
}
