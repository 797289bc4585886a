import type {
  Catalogue,
  ProductDraft,
  ProductFields,
  VariantDraft,
  VariantFields,
} from '#server/imports/catalogue.ts';
import {
  FINISHES,
  type Finish,
  HINGES,
  KNOBS,
  type Line,
  PARTS,
  PULLS,
  SLIDES,
  VENDORS,
} from '#server/seed/demo-lines.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';
import type { Dimensions, OptionValue } from '#shared/schemas/products.ts';

interface Making {
  products: ProductDraft[];
  variants: number;
}

interface NewVariant {
  number: string;
  options: Record<string, string>;
  cents: number;
  picture?: string;
  fields?: Partial<VariantFields>;
}

/** The demo shop's catalogue, the same each time: what `docs/import.md` describes, as if read from a file. */
export function demoCatalogue(): Catalogue {
  const making: Making = { products: [], variants: 0 };
  addKnobs(making);
  addPulls(making);
  addHinges(making);
  addSlides(making);
  addParts(making);
  const rows = Array.from({ length: making.variants }, (_, index) => ({
    row: index + 2,
    status: 'ok' as const,
    issues: [],
  }));
  return { format: 'knurl', products: making.products, rows, notes: [] };
}

const KNOB_KINDS = {
  mushroom: ['Round knobs', 'A full, rounded face that sits well in the hand, on a slender stem.'],
  square: ['Square knobs', 'A flat square face with softened edges.'],
  ring: ['Round knobs', 'Concentric rings, turned from one piece and smoothed by hand.'],
} as const;

function addKnobs(making: Making) {
  for (const kind of ['mushroom', 'square', 'ring'] as const) {
    const [subcategory, words] = KNOB_KINDS[kind];
    for (const line of KNOBS[kind]) {
      const variants = decorated(making, line, 'Diameter', (size, step) => ({
        dimensions: lengths({ diameter: size, projection: step === 0 ? '1"' : '1-1/8"' }),
        oz: 1.4 + step * 0.3,
      }));
      addProduct(making, {
        title: line.title,
        fields: decorative(
          line,
          'Knob',
          'Knobs',
          subcategory,
          `${words} One 8-32 screw of 1" is in the box.`,
        ),
        variants: variants.map(variant => ({ ...variant, picture: art(`${kind}-knob`, variant.finish) })),
      });
    }
  }
}

const PULL_KINDS = {
  bar: ['Bar pulls', 'A solid bar on two posts.'],
  arch: ['Arch pulls', 'A gentle arch that leaves room for four fingers.'],
  cup: ['Cup pulls', 'A bin pull to hook your fingers under, as on old shop counters.'],
} as const;

function addPulls(making: Making) {
  for (const kind of ['bar', 'arch', 'cup'] as const) {
    const [subcategory, words] = PULL_KINDS[kind];
    for (const line of PULLS[kind]) {
      const variants = decorated(making, line, 'Center to center', (size, step) => ({
        dimensions: lengths({
          centerToCenter: size,
          length: longer(size, kind === 'bar' ? 50 : 14),
          projection: kind === 'cup' ? '1"' : '1-3/8"',
        }),
        oz: 2.6 + step * 0.9,
      }));
      addProduct(making, {
        title: line.title,
        fields: decorative(
          line,
          'Pull',
          'Pulls',
          subcategory,
          `${words} Two 8-32 screws of 1" are in the box.`,
        ),
        variants: variants.map(variant => ({ ...variant, picture: art(`${kind}-pull`, variant.finish) })),
      });
    }
  }
}

function addHinges(making: Making) {
  for (const { title, vendor, price, description } of HINGES) {
    const number = nextNumber(making, vendor);
    const variants = ['Full overlay', 'Half overlay', 'Inset'].flatMap((overlay, place) =>
      ['Self close', 'Soft close'].map((closing, damped) => ({
        number: `${number}-${overlay.slice(0, 1)}${damped ? 'D' : 'S'}`,
        options: { Overlay: overlay, Closing: closing },
        cents: toCents(price) + damped * 180 + place * 15,
        picture: '/art/hinge-zinc',
        fields: { oz: 3.4, dimensions: lengths({ diameter: '35 mm' }) },
      })),
    );
    const fields = plain(vendor, 'Hinge', 'Hinges', 'Concealed hinges', description);
    addProduct(making, { title, fields, variants });
  }
}

function addSlides(making: Making) {
  for (const { title, vendor, price, description } of SLIDES) {
    const number = nextNumber(making, vendor);
    const variants = ['12"', '14"', '16"', '18"', '22"'].map((length, step) => ({
      number: `${number}-${Number.parseInt(length, 10)}`,
      options: { Length: length },
      cents: toCents(price) + step * 135,
      picture: '/art/slide-zinc',
      fields: {
        lb: 1 + (step > 2 ? 1 : 0),
        oz: 6 + step,
        dimensions: lengths({ length, thickness: '1/2"' }),
      },
    }));
    const kind = title.includes('Undermount') ? 'Undermount slides' : 'Side-mount slides';
    addProduct(making, {
      title,
      fields: plain(vendor, 'Slide', 'Drawer slides', kind, description),
      variants,
    });
  }
}

function addParts(making: Making) {
  for (const { title, vendor, price, description, pieces } of PARTS) {
    const number = nextNumber(making, vendor);
    const single = pieces.length === 1;
    const variants = pieces.map(([pack, pieceSize]) => ({
      number: `${number}-${pieceSize}`,
      options: (single ? {} : { Pack: pack }) as Record<string, string>,
      cents: Math.round(toCents(price) * (pieceSize / (pieces[0]?.[1] ?? 1)) ** 0.82),
      fields: { pieceSize, oz: Math.min(pieceSize * 0.1, 15.9) },
    }));
    const fields = plain(vendor, 'Accessory', 'Accessories', 'Fasteners and pads', description);
    addProduct(making, { title, fields, variants });
  }
}

/** A variant for each finish and size of a line. */
function decorated(
  making: Making,
  line: Line,
  option: string,
  about: (size: string, step: number) => Partial<VariantFields>,
): (NewVariant & { finish: Finish })[] {
  const base = nextNumber(making, line.vendor);
  return line.finishes.flatMap(finish =>
    line.sizes.map((size, step) => ({
      finish,
      number: `${base}${line.sizes.length > 1 ? step + 1 : ''}-${FINISHES[finish].code}`,
      options: line.sizes.length > 1 ? { Finish: finish, [option]: size } : { Finish: finish },
      cents:
        Math.round((toCents(line.price) * (1 + step * 0.18) + (finish === 'Satin Brass' ? 60 : 0)) / 5) * 5,
      fields: about(size, step),
    })),
  );
}

interface NewDraft {
  title: string;
  fields: Partial<ProductFields>;
  variants: NewVariant[];
}

function addProduct(making: Making, { title, fields, variants }: NewDraft) {
  const place = making.products.length;
  const isSale = place % 9 === 4;
  const drafts = variants.map(variant => draftVariant(variant, making.variants++, place, isSale));
  const names = Object.keys(variants[0]?.options ?? {});
  making.products.push({
    key: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    row: drafts[0]?.row ?? 0,
    title,
    fields: {
      ...fields,
      sale: isSale,
      tags: [...(fields.tags ?? []), ...(place % 5 === 0 ? ['Featured'] : [])],
    },
    options: names.map(name => ({
      name,
      values: [...new Set(variants.flatMap(({ options }) => options[name] ?? []))],
    })),
    pictures: [...new Set(variants.flatMap(({ picture }) => picture ?? []))].map(source => ({
      source,
      alt: title,
    })),
    variants: drafts,
  });
}

function draftVariant(
  { number, options, cents, picture, fields }: NewVariant,
  running: number,
  place: number,
  isSale: boolean,
): VariantDraft {
  const out = running % 17 === 6;
  return {
    row: running + 2,
    productNum: number,
    options: Object.entries(options).map(([name, value]): OptionValue => ({ name, value })),
    price: toMoney(cents),
    ...(picture && { picture }),
    fields: {
      label: isSale ? 'Sale' : place % 7 === 2 ? 'New' : '',
      msrp: share(cents, isSale ? 145 : 125),
      cost: share(cents, 46),
      stock: out ? 0 : 12 + ((running * 37) % 190),
      backOrder: out && running % 2 === 0,
      wholeSaleQtyOne: 25,
      wholeSalePriceOne: share(cents, 92),
      wholeSaleQtyTwo: 100,
      wholeSalePriceTwo: share(cents, 85),
      wholeSaleQtyThree: 250,
      wholeSalePriceThree: share(cents, 78),
      binLocation: `${String.fromCharCode(65 + (place % 8))}-${String((running % 24) + 1).padStart(2, '0')}`,
      ...fields,
    },
  };
}

function decorative(line: Line, type: string, category: string, subcategory: string, words: string) {
  const fields = plain(line.vendor, type, category, subcategory, words);
  return { ...fields, tags: [line.style] };
}

function plain(vendor: string, type: string, category: string, subcategory: string, words: string) {
  return {
    description: `<p>${words}</p>`,
    type,
    vendor,
    categories: [category],
    subcategories: [{ category, name: subcategory }],
    publish: true,
  };
}

const share = (cents: number, percent: number): Money => toMoney(Math.round((cents * percent) / 100));

const nextNumber = ({ products }: Making, vendor: keyof typeof VENDORS) =>
  `${VENDORS[vendor]}-${4000 + products.length * 10}`;

const art = (shape: string, finish: Finish) => `/art/${shape}-${finish.toLowerCase().replaceAll(' ', '-')}`;

function lengths(written: Partial<Record<keyof Dimensions, string>>): Dimensions {
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, text]) => {
      const length = parseLength(text);
      return length ? [[name, length]] : [];
    }),
  );
}

/** The whole of a pull whose posts stand so far apart, in whole sixteenths of an inch. */
function longer(size: string, millimetres: number): string {
  const { mm } = parseLength(size) ?? { mm: 0 };
  const sixteenths = Math.round(((mm + millimetres) / 25.4) * 16);
  const rest = sixteenths % 16;
  return `${Math.floor(sixteenths / 16)}${rest ? `-${rest}/16` : ''}"`;
}
