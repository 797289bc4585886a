import { eq, sql } from 'drizzle-orm';
import { type Db, pgError, retrying } from '#server/database/db.ts';
import type { Catalogue, ProductDraft, RowAnswer } from '#server/imports/catalogue.ts';
import {
  type ImportMode,
  type ProductPlan,
  planProduct,
  type RowOutcome,
  wantedTags,
} from '#server/imports/plan-import.ts';
import { readStanding } from '#server/imports/standing.ts';
import { importRuns } from '#server/imports/tables.ts';
import { refreshStaleCounts } from '#server/listing/facet-counts.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { recordLog } from '#server/logs/logs.ts';
import {
  addProducts,
  changePictures,
  refreshImages,
  replaceProductTags,
  updateProducts,
} from '#server/products/store-products.ts';
import { loadSafeHtml } from '#server/safe-html.ts';
import { ensureTags } from '#server/tags/ensure-tags.ts';
import { clock } from '#server/time-and-chance.ts';
import { addVariants, updateVariants } from '#server/variants/store-variants.ts';
import { ensureVendors } from '#server/vendors/ensure-vendors.ts';

export interface ImportOptions {
  mode?: ImportMode;
  /** Says what would happen; nothing is written. */
  preview?: boolean;
  /** The file's name, for the record. */
  file?: string;
  /** The person who loads it; null or absent: a command. */
  by?: { _id: string; email: string } | null;
}

export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
}

/** `created`, `updated` and `unchanged` count products; one is updated when anything of it changed. */
export interface ImportReport extends Tally {
  format: Catalogue['format'];
  variants: Tally;
  /** Remote pictures that now wait to be fetched. */
  pictures: number;
  rows: RowAnswer[];
  notes: string[];
}

/** Variants a transaction, so that shoppers never wait long for a long file. */
const BATCH = 100;
/** After so many changed variants the planner's figures are stale. */
const ANALYZE_FROM = 500;
const MAX_ERRORS_KEPT = 1000;

/**
 * Writes the difference between a catalogue and what the shop holds, a few products a transaction. Loading the same
 * file again changes nothing; a run that was cut short is made good by the next. Nothing is ever deleted.
 */
export async function importCatalogue(
  db: Db,
  catalogue: Catalogue,
  { mode = 'both', preview = false, file = '', by = null }: ImportOptions = {},
): Promise<ImportReport> {
  const report = newReport(catalogue);
  const run = preview ? null : await startRun(db, catalogue, file, by);
  let analyzeAt = ANALYZE_FROM;
  for (const drafts of batches(catalogue.products)) {
    for (const result of await writeBatch(db, drafts, mode, { preview, user: by?._id ?? null }))
      addResult(report, result);
    // The embedded database answers without ever leaving this turn of the event loop.
    await clock.nextTurn();
    // An empty shop's figures would have the planner read whole tables for every batch that follows.
    if (!preview && report.variants.created >= analyzeAt) {
      await analyze(db);
      analyzeAt *= 4;
    }
  }
  if (run) await finishRun(db, run, report, by);
  return report;
}

interface BatchResult {
  plans: ProductPlan[];
  outcomes: RowOutcome[];
}

class Preview extends Error {}

/** One transaction; when a constraint refuses it, one a product, so that a single one cannot stop the others. */
async function writeBatch(
  db: Db,
  drafts: readonly ProductDraft[],
  mode: ImportMode,
  { preview, user }: { preview: boolean; user: string | null },
): Promise<BatchResult[]> {
  let result: BatchResult = { plans: [], outcomes: [] };
  try {
    await retrying(db, async tx => {
      result = await writeDrafts(tx, drafts, mode, user);
      if (preview) throw new Preview();
    });
    return [result];
  } catch (error) {
    if (error instanceof Preview) return [result];
    // 22 and 23: values and constraints, the file's doing; anything else is ours or the machine's.
    const refused = pgError(error);
    if (!refused || !/^2[23]/.test(refused.code)) throw error;
    const [draft, another] = drafts;
    if (draft && !another) return [{ plans: [], outcomes: refuseDraft(draft, refused.constraint) }];
    const results: BatchResult[] = [];
    for (const one of drafts) results.push(...(await writeBatch(db, [one], mode, { preview, user })));
    return results;
  }
}

function refuseDraft(draft: ProductDraft, constraint: string | null): RowOutcome[] {
  const reason = `could not be stored${constraint ? ` (${constraint})` : ''}`;
  return draft.variants.map(({ row }) => ({ row, status: 'error', reason }));
}

async function writeDrafts(
  tx: Db,
  drafts: readonly ProductDraft[],
  mode: ImportMode,
  user: string | null,
): Promise<BatchResult> {
  const standing = await readStanding(tx, drafts);
  const named = mode === 'update' ? drafts.filter(({ key }) => standing.productsByKey.has(key)) : drafts;
  const names = {
    vendors: await ensureVendors(
      tx,
      named.flatMap(({ fields }) => fields.vendor ?? []),
    ),
    tags: await ensureTags(tx, named.flatMap(wantedTags)),
  };
  const how = { mode, safeHtml: await loadSafeHtml() };
  const planned = drafts.map(draft => planProduct(draft, standing, names, how));
  const plans = planned.flatMap(({ plan }) => plan ?? []);
  await writePlans(tx, plans, user);
  return { plans, outcomes: planned.flatMap(({ outcomes }) => outcomes) };
}

async function writePlans(tx: Db, plans: readonly ProductPlan[], user: string | null): Promise<void> {
  const products = plans.map(plan => plan.product);
  const variants = plans.flatMap(plan => plan.variants);
  await addProducts(
    tx,
    products.flatMap(one => (one.state === 'new' ? one.row : [])),
  );
  await updateProducts(
    tx,
    products.flatMap(one => (one.state === 'changed' ? one.row : [])),
  );
  await addVariants(
    tx,
    variants.flatMap(one => (one.state === 'new' ? one.row : [])),
    user,
  );
  await updateVariants(
    tx,
    variants.flatMap(one => (one.state === 'changed' ? one.row : [])),
    { reason: 'import', user },
  );
  await replaceProductTags(
    tx,
    new Map(plans.flatMap(({ product, tags }) => (tags ? [[product.row._id, tags]] : []))),
  );
  const pictures = plans.flatMap(plan => plan.pictures ?? []);
  await changePictures(tx, pictures);
  await refreshImages(
    tx,
    pictures.map(({ product }) => product),
  );
  await touchProducts(
    tx,
    plans.filter(isChange).map(({ product }) => product.row._id),
  );
}

const isChange = ({ product, variants, tags, pictures }: ProductPlan) =>
  product.state !== 'same' ||
  tags !== null ||
  pictures !== null ||
  variants.some(({ state }) => state !== 'same');

function* batches(products: readonly ProductDraft[]): Generator<ProductDraft[]> {
  let batch: ProductDraft[] = [];
  let size = 0;
  for (const product of products) {
    if (batch.length > 0 && size + product.variants.length > BATCH) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(product);
    size += product.variants.length;
  }
  if (batch.length > 0) yield batch;
}

const noneYet = (): Tally => ({ created: 0, updated: 0, unchanged: 0 });

function newReport({ format, rows, notes }: Catalogue): ImportReport {
  const answers = rows.map(answer => ({ ...answer, issues: [...answer.issues] }));
  return { format, ...noneYet(), variants: noneYet(), pictures: 0, rows: answers, notes };
}

const TALLY_OF = { new: 'created', changed: 'updated', same: 'unchanged' } as const;

function addResult(report: ImportReport, { plans, outcomes }: BatchResult) {
  for (const plan of plans) {
    const state = plan.product.state === 'same' && isChange(plan) ? 'changed' : plan.product.state;
    report[TALLY_OF[state]] += 1;
    for (const variant of plan.variants) report.variants[TALLY_OF[variant.state]] += 1;
    report.pictures +=
      plan.pictures?.pictures.filter(({ _id, source }) => !_id && /^https?:/.test(source)).length ?? 0;
  }
  // The rows of a file are numbered without gaps, beginning below the header.
  for (const { row, status, ...issue } of outcomes) {
    const answer = report.rows[row - 2];
    answer?.issues.push(issue);
    if (answer && answer.status !== 'error') answer.status = status;
  }
}

async function startRun(
  db: Db,
  { format }: Catalogue,
  file: string,
  by: ImportOptions['by'],
): Promise<string> {
  const [run] = await db.insert(importRuns).values({ file, format, user: by?._id }).returning();
  if (!run) throw new Error('the import was not recorded');
  return run._id;
}

async function finishRun(db: Db, run: string, report: ImportReport, by: ImportOptions['by']): Promise<void> {
  const { created, updated, unchanged, variants } = report;
  const errors = report.rows.flatMap(({ row, status, issues }) =>
    status === 'error' ? issues.map(issue => ({ row, ...issue })) : [],
  );
  await db.transaction(async tx => {
    await tx
      .update(importRuns)
      .set({
        created,
        updated,
        unchanged,
        errors: errors.slice(0, MAX_ERRORS_KEPT),
        finishedAt: clock.now().toISOString(),
      })
      .where(eq(importRuns._id, run));
    const description = `${created} products created, ${updated} updated, ${unchanged} unchanged, ${errors.length} errors`;
    await recordLog(tx, by ?? 'system', {
      type: 'product',
      category: 'import',
      name: 'Catalogue imported',
      description,
      subject: run,
    });
  });
  if (variants.created + variants.updated >= ANALYZE_FROM) await analyze(db);
  if (created + updated > 0) await refreshStaleCounts(db);
}

const ANALYZED = [
  ...['products', 'variants', 'product_tags', 'product_pictures'],
  ...['product_search', 'variant_search', 'product_text', 'facet_values'],
];

async function analyze(db: Db): Promise<void> {
  for (const table of ANALYZED) await db.execute(sql`analyze ${sql.identifier(table)}`);
}
