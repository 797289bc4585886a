import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { lockCompany } from '#server/companies/reach-company.ts';
import { exemptionCertificates } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import { shopRates } from '#server/site/rates.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { type CertificateType, certificateType } from '#shared/rules/certificates.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { CertificateForm } from '#shared/schemas/companies.ts';

const MAX_NAME = 120;

export interface CertificateFile {
  content: Buffer;
  name: string;
}

/**
 * Keeps a certificate for a company, in the place of the one that nobody has looked at yet; accepted ones stay for
 * the log that names them. Staff are told of a customer's. Throws `invalid` for what is neither PDF nor picture, and
 * for a term that is over.
 */
export async function handIn(
  db: Db,
  user: SessionUser,
  company: string,
  { content, name }: CertificateFile,
  { expiresOn }: CertificateForm,
): Promise<void> {
  const contentType = certificateType(content);
  if (!contentType) throw fieldError('file', 'is neither a PDF nor a JPEG, PNG or WebP picture');
  const { timeZone } = await shopRates(db);
  if (expiresOn && expiresOn < shopDate(clock.now(), timeZone)) throw fieldError('expiresOn', 'has passed');
  const _id = chance.uuidInOrder();
  const about = { name: shownName(name), contentType, bytes: content.length, expiresOn };
  await retrying(db, async tx => {
    const { name: companyName } = await lockCompany(tx, company);
    await tx
      .delete(exemptionCertificates)
      .where(and(eq(exemptionCertificates.company, company), isNull(exemptionCertificates.acceptedAt)));
    await tx.insert(exemptionCertificates).values({
      ...about,
      _id,
      company,
      uploadedBy: user._id,
      content: content.toString('base64'),
    });
    await recordLog(tx, user, {
      type: 'user',
      category: 'company',
      name: `Certificate of exemption for ${companyName}`,
      subject: company,
      after: { certificate: _id, ...about },
    });
    if (isStaff(user)) return;
    await notifyStaff(tx, {
      type: 8,
      title: `Certificate of exemption from ${companyName}`,
      details: 'It is waiting for review.',
      link: `/admin/users/${user._id}/company`,
    });
  });
}

/** The file of a company's certificate. Throws `not_found`, for another company's as well. */
export async function readCertificate(
  db: Db,
  { company, _id }: { company: string; _id: string },
): Promise<{ content: Buffer; contentType: CertificateType; day: string }> {
  const [found] = await db
    .select({
      content: exemptionCertificates.content,
      contentType: exemptionCertificates.contentType,
      createdAt: exemptionCertificates.createdAt,
    })
    .from(exemptionCertificates)
    .where(and(eq(exemptionCertificates._id, _id), eq(exemptionCertificates.company, company)));
  if (!found) throw new AppError('not_found');
  const { content, contentType, createdAt } = found;
  return { content: Buffer.from(content, 'base64'), contentType, day: createdAt.slice(0, 10) };
}

/**
 * Staff go by a certificate from now on: by `asked`, which throws a `stale` when another one came meanwhile, else by
 * the newest. Answers which, for the log; null where none is on file. In the transaction that holds the company.
 */
export async function acceptCertificate(
  tx: Db,
  company: string,
  asked: string | undefined,
): Promise<string | null> {
  const newest = await newestCertificate(tx, company);
  if (asked !== undefined && asked !== newest)
    throw new AppError('stale', { details: { certificate: newest } });
  if (newest === null) return null;
  await tx
    .update(exemptionCertificates)
    .set({ acceptedAt: sql`coalesce(${exemptionCertificates.acceptedAt}, now())` })
    .where(eq(exemptionCertificates._id, newest));
  return newest;
}

/** The newest certificate of a company, null where none is on file. */
export async function newestCertificate(tx: Db, company: string): Promise<string | null> {
  const [newest] = await tx
    .select({ _id: exemptionCertificates._id })
    .from(exemptionCertificates)
    .where(eq(exemptionCertificates.company, company))
    .orderBy(desc(exemptionCertificates.createdAt), desc(exemptionCertificates._id))
    .limit(1);
  return newest?._id ?? null;
}

/** A file's name as it can be kept and shown: what can't be seen is left out. */
const shownName = (name: string) =>
  [...name.replace(/\p{C}/gu, '').trim()].slice(0, MAX_NAME).join('') || 'certificate';
