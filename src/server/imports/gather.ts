import type {
  PictureDraft,
  ProductDraft,
  ProductFields,
  RowAnswer,
  VariantDraft,
  VariantFields,
} from '#server/imports/catalogue.ts';
import { type Cells, type Columns, cellsOf, readText } from '#server/imports/cells.ts';
import type { CsvRow } from '#server/imports/csv.ts';
import type { Money } from '#shared/rules/money.ts';
import type { OptionValue } from '#shared/schemas/products.ts';
import { TIER_FIELDS } from '#shared/schemas/quantity-prices.ts';

/** The rules of a file format. Names of columns are the format's own, so that old and new spellings are one. */
export interface Format {
  name: 'shopify' | 'knurl';
  /** Columns without which a file is not of this format, with how their header is usually spelt. */
  required: Record<string, string>;
  /** The column of a header cell in lower case; null for one known to be of no use. */
  columnOf(header: string): string | null | undefined;
  keyOf(cells: Cells): string | undefined;
  /** Columns that speak of the product: its first row counts, rows below leave them empty or repeat them. */
  productColumns: string[];
  /** Whether a first option's name and value are meant as one. */
  hasOptions(name: string, value: string): boolean;
  readProduct(cells: Cells): Partial<ProductFields>;
  isVariant(cells: Cells): boolean;
  readVariant(cells: Cells, key: string, options: OptionValue[]): VariantReading;
  readPictures(cells: Cells): PlacedPicture[] | undefined;
}

export type PlacedPicture = PictureDraft & { position: number | null };

interface VariantReading {
  productNum: string | undefined;
  price: Money | undefined;
  picture?: string | null;
  fields: Partial<VariantFields>;
}

interface Group {
  first: Cells;
  draft: ProductDraft;
  optionNames: string[];
  pictures: PlacedPicture[];
  /** The first row's own fields are wrong: nothing of this product is taken. */
  refused: boolean;
  answers: RowAnswer[];
  /** Option combinations that stand already, and in which row. */
  combinations: Map<string, number>;
}

interface Gathering {
  format: Format;
  columns: Columns;
  groups: Map<string, Group>;
  /** Product numbers that stand already, in lower case. */
  numbers: Map<string, { row: number; key: string }>;
}

const OPTIONS = [1, 2, 3] as const;

/**
 * Puts rows together to products. A wrong row brings nothing and does not stop the others, with one exception: when
 * what its first row says of the product itself is wrong, the product is refused and its other rows are skipped.
 */
export function gather(format: Format, columns: Columns, rows: CsvRow[]) {
  const gathering: Gathering = { format, columns, groups: new Map(), numbers: new Map() };
  const answers = rows.map(row => readRow(row, gathering));
  const products = [...gathering.groups.values()].filter(group => !group.refused).flatMap(finish);
  return { products, answers };
}

function readRow(row: CsvRow, gathering: Gathering): RowAnswer {
  if (row.broken) return { row: row.row, status: 'error', issues: [{ reason: row.broken }] };
  if (row.cells.every(cell => cell.trim() === '')) {
    return { row: row.row, status: 'skipped', issues: [{ reason: 'is empty' }] };
  }
  const { format, columns, groups } = gathering;
  const cells = cellsOf(row, columns);
  const answer: RowAnswer = { row: row.row, status: 'ok', issues: cells.issues };
  const key = format.keyOf(cells);
  if (key === undefined) return { ...answer, status: 'error' };

  const known = groups.get(key);
  if (known?.refused) {
    const reason = `row ${known.draft.row}, the first of this product, is wrong`;
    return { ...answer, status: 'skipped', issues: [{ reason }] };
  }
  const group = known ?? openGroup(cells, key, row.row, format);
  if (known) checkRepeats(cells, known, format);
  else groups.set(key, group);
  readContent(cells, group, row.row, gathering);
  if (cells.issues.length > 0) answer.status = 'error';
  group.answers.push(answer);
  return answer;
}

function openGroup(cells: Cells, key: string, row: number, format: Format): Group {
  const title = cells.need('title', readText(255));
  const fields = format.readProduct(cells);
  const optionNames = readOptionNames(cells, format);
  const draft: ProductDraft = {
    key,
    row,
    title: title ?? '',
    fields,
    options: optionNames.map(name => ({ name, values: [] })),
    variants: [],
  };
  const refused = cells.issues.length > 0;
  return { first: cells, draft, optionNames, pictures: [], refused, answers: [], combinations: new Map() };
}

function readOptionNames(cells: Cells, format: Format): string[] {
  const names: string[] = [];
  for (const place of OPTIONS) {
    const column = `option${place}.name`;
    const name = cells.take(column, readText(80), '') ?? '';
    if (name === '') continue;
    if (place === 1 && !format.hasOptions(name, cells.raw('option1.value'))) break;
    if (names.length < place - 1) cells.refuse(column, 'is given without the option before it');
    if (names.some(other => other.toLowerCase() === name.toLowerCase())) {
      cells.refuse(column, 'names an option twice');
    }
    names.push(name);
  }
  return names;
}

function checkRepeats(cells: Cells, { first, draft }: Group, format: Format) {
  for (const column of format.productColumns) {
    const said = cells.raw(column);
    if (said !== '' && said !== first.raw(column)) {
      cells.refuse(column, `differs from row ${draft.row} of the same product`);
    }
  }
}

function readContent(cells: Cells, group: Group, row: number, gathering: Gathering) {
  const { format } = gathering;
  const pictures = format.readPictures(cells);
  if (pictures) group.draft.pictures ??= [];
  const isVariant = row === group.draft.row || format.isVariant(cells);
  const variant = isVariant ? readVariant(cells, group, row, gathering) : null;
  if (!isVariant && !pictures?.length && cells.issues.length === 0) {
    cells.refuse(undefined, 'has neither a variant nor a picture');
  }
  if (cells.issues.length > 0 || group.refused) return;
  if (pictures) group.pictures.push(...pictures);
  if (variant) addVariant(variant, group, gathering);
}

function readVariant(cells: Cells, group: Group, row: number, gathering: Gathering): VariantDraft | null {
  const options = readOptionValues(cells, group.optionNames);
  const { key } = group.draft;
  const { productNum, price, ...rest } = gathering.format.readVariant(cells, key, options);
  checkWholesale(cells, price, rest.fields);
  const taken = productNum === undefined ? undefined : gathering.numbers.get(productNum.toLowerCase());
  if (taken) {
    const where =
      taken.key === key ? `in row ${taken.row}` : `in row ${taken.row}, of the product "${taken.key}"`;
    cells.refuse('productNum', `${productNum} is already ${where}`);
  }
  const same = group.combinations.get(combinationOf(options));
  if (same !== undefined && !taken) cells.refuse(undefined, `has the same options as row ${same}`);
  return productNum === undefined || price === undefined
    ? null
    : { row, productNum, price, options, ...rest };
}

function readOptionValues(cells: Cells, names: string[]): OptionValue[] {
  const options: OptionValue[] = [];
  for (const place of OPTIONS) {
    const column = `option${place}.value`;
    const name = names[place - 1];
    const value = cells.take(column, readText(120), '') ?? '';
    if (name && value) options.push({ name, value });
    else if (name) cells.refuse(column, `is missing: the product has the option ${name}`);
    else if (value && !(place === 1 && value === 'Default Title')) {
      cells.refuse(column, 'is given without a name for its option');
    }
  }
  return options;
}

/** Checks that quantities rise, prices fall, and no tier stands without the one before it (rule P2). */
function checkWholesale(cells: Cells, price: Money | undefined, fields: Partial<VariantFields>) {
  let before: { quantity: number; price: number } | null = { quantity: 1, price: price ?? Infinity };
  for (const [quantityColumn, priceColumn] of TIER_FIELDS) {
    const quantity = fields[quantityColumn];
    const tierPrice = fields[priceColumn];
    const wrong = [quantityColumn, priceColumn].some(
      name => cells.raw(name) !== '' && fields[name] === undefined,
    );
    if (wrong) return;
    if (quantity == null && tierPrice == null) {
      before = null;
      continue;
    }
    if (quantity == null || tierPrice == null) {
      cells.refuse(quantity == null ? quantityColumn : priceColumn, 'is missing: a tier needs both');
      return;
    }
    if (!before) return cells.refuse(quantityColumn, 'is given without the tier before it');
    if (quantity <= before.quantity) cells.refuse(quantityColumn, `must be above ${before.quantity}`);
    if (tierPrice >= before.price) cells.refuse(priceColumn, `must be below ${before.price.toFixed(2)}`);
    before = { quantity, price: tierPrice };
  }
}

function addVariant(variant: VariantDraft, group: Group, { numbers }: Gathering) {
  const { draft, combinations } = group;
  numbers.set(variant.productNum.toLowerCase(), { row: variant.row, key: draft.key });
  combinations.set(combinationOf(variant.options), variant.row);
  draft.variants.push(variant);
  variant.options.forEach(({ value }, index) => {
    const values = draft.options[index]?.values;
    if (values && !values.includes(value)) values.push(value);
  });
}

const combinationOf = (options: OptionValue[]) =>
  JSON.stringify(options.map(option => option.value.toLowerCase()));

function finish({ draft, pictures, answers }: Group): ProductDraft[] {
  if (draft.variants.length === 0) {
    for (const answer of answers.filter(({ status }) => status === 'ok')) {
      answer.status = 'skipped';
      answer.issues.push({ reason: 'no variant of this product could be read' });
    }
    return [];
  }
  if (!draft.pictures) return [draft];
  const placed = pictures
    .map((picture, index) => ({ ...picture, place: picture.position ?? index + 1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ source, alt }) => ({ source, alt }));
  // A variant's picture is one of its product's, even where the file lists it nowhere else.
  for (const { picture } of draft.variants) if (picture) placed.push({ source: picture, alt: '' });
  const pictured = new Map<string, PictureDraft>();
  for (const picture of placed) if (!pictured.has(picture.source)) pictured.set(picture.source, picture);
  return [{ ...draft, pictures: [...pictured.values()] }];
}
