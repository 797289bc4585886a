/** Longer ones are of nobody's making. */
const MAX_LENGTH = 1000;

/** Packs the address of a list, path and query, into a part of the address of a record that was opened from it. */
export const packWay = (path: string): string => {
  const packed = btoa(String.fromCharCode(...new TextEncoder().encode(path)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return packed.length > MAX_LENGTH ? '' : packed;
};

/** Reads the way back; null for anything but an address of the back office. */
export function readWay(packed: string | undefined): string | null {
  if (!packed || packed.length > MAX_LENGTH || !/^[\w-]+$/.test(packed)) return null;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), sign =>
      sign.charCodeAt(0),
    );
    const path = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // A path alone, as the browser itself reads it: no other host, nothing that climbs out.
    const url = new URL(path, 'https://shop.invalid');
    const isOfOffice = url.origin === 'https://shop.invalid' && /^\/admin(\/|$)/.test(url.pathname);
    return isOfOffice ? `${url.pathname}${url.search}` : null;
  } catch {
    return null;
  }
}
