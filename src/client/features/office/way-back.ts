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

/** The names of the office's lists, and of one record of each. */
const PLACES: Record<string, { list: string; one?: string }> = {
  '': { list: 'Today' },
  orders: { list: 'the orders', one: 'the order' },
  picking: { list: 'picking', one: 'picking' },
  users: { list: 'the users', one: 'the user' },
  companies: { list: 'the companies', one: 'the company' },
  returns: { list: 'the returns' },
  bids: { list: 'the bids', one: 'the bid' },
  receipts: { list: 'the deposits' },
  mailbox: { list: 'the mailbox', one: 'the email' },
};
const ELSEWHERE = 'where you were';

/** Names the page of the office to which a way leads, as it goes on after "Back to". */
export function nameOfWay(path: string): string {
  const [, , place = '', id = '', part = ''] = new URL(path, 'https://shop.invalid').pathname.split('/');
  if (place === 'companies' && part === 'account') return 'the account';
  const { list = ELSEWHERE, one = ELSEWHERE } = PLACES[place] ?? {};
  return id ? one : list;
}
