import { describe, expect, it } from 'vitest';
import { certificateState, certificateType } from '#shared/rules/certificates.ts';

describe('the state of a certificate', () => {
  const today = '2026-03-08';
  const accepted = '2026-01-02T10:00:00.000Z';
  it.each([
    [{ acceptedAt: null, expiresOn: null }, true, 'waiting'],
    [{ acceptedAt: null, expiresOn: '2026-03-08' }, true, 'waiting'],
    [{ acceptedAt: null, expiresOn: '2026-03-07' }, true, 'expired'],
    [{ acceptedAt: accepted, expiresOn: null }, true, 'accepted'],
    [{ acceptedAt: accepted, expiresOn: '2026-03-08' }, true, 'accepted'],
    [{ acceptedAt: accepted, expiresOn: '2026-03-07' }, true, 'expired'],
    [{ acceptedAt: accepted, expiresOn: '2027-03-07' }, false, 'replaced'],
  ] as const)('of %o, the newest: %s, is %s', (certificate, isNewest, state) => {
    expect(certificateState(certificate, { isNewest, today })).toBe(state);
  });
});

describe('the kind of a file', () => {
  const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));
  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', null],
    [' %PDF-1.7', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['GIF89a', null],
    ['%PD', null],
    ['', null],
  ])('that begins with %j is %s', (text, type) => {
    expect(certificateType(bytes(text))).toBe(type);
  });
});
