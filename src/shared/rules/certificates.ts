export type CertificateState = 'waiting' | 'accepted' | 'expired' | 'replaced';

/** Tells what became of a certificate of exemption; days as 2026-03-08, the last one of its term still counts. */
export function certificateState(
  { acceptedAt, expiresOn }: { acceptedAt: string | null; expiresOn: string | null },
  { isNewest, today }: { isNewest: boolean; today: string },
): CertificateState {
  if (!isNewest) return 'replaced';
  if (expiresOn !== null && expiresOn < today) return 'expired';
  return acceptedAt === null ? 'waiting' : 'accepted';
}

export type CertificateType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp';

const WEBP_AT = 8;

/** Tells what a file is by its first bytes, whatever its name says; null for what is no certificate. */
export function certificateType(content: Uint8Array): CertificateType | null {
  const has = (text: string, at = 0) =>
    [...text].every((letter, index) => content[at + index] === letter.charCodeAt(0));
  if (has('%PDF-')) return 'application/pdf';
  if (has('\xff\xd8\xff')) return 'image/jpeg';
  if (has('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (has('RIFF') && has('WEBP', WEBP_AT)) return 'image/webp';
  return null;
}
