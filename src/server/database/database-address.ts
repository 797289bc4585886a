const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;

/** The same address once for each of the hosts that it names (`h1:5432,h2`), in their order; null for none at all. */
function eachHost(address: string): string[] | null {
  const [, before, hosts, after] = PARTS.exec(address) ?? [];
  if (before === undefined || hosts === undefined) return null;
  return hosts.split(',').map(host => `${before}${host}${after}`);
}

export const UNDECODABLE = 'has a % that does not start a code: write it as %25';

/** Whether user, password and path can be read, in which a letter may stand as % and its code. */
export function isDecodable(address: string): boolean {
  const { username, password, pathname } = new URL(address);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Tells what is wrong with the address of a database; null if it can be asked. */
export function addressFault(address: string): string | null {
  const each = eachHost(address);
  if (!each?.every(one => URL.canParse(one)))
    return 'must be an address such as postgres://user:password@host:5432/name; with several hosts host1:5432,host2:5432';
  const urls = each.map(one => new URL(one));
  if (each.length > 1 && urls.some(({ hostname }) => hostname === ''))
    return 'names several hosts, and one of them is empty';
  if (urls.some(({ hostname }) => hostname.startsWith('[')))
    return 'names a host by its IPv6 address, which the driver can’t read: give it a name';
  return each.every(isDecodable) ? null : UNDECODABLE;
}

/** The address's parts, as `URL` has them, and its hosts and ports, each divided by commas as libpq wants them. */
export function partsOf(address: string): { url: URL; hosts: string; ports: string } {
  const urls = (eachHost(address) ?? [address]).map(one => new URL(one));
  const [url = new URL(address)] = urls;
  return {
    url,
    hosts: urls.map(({ hostname }) => hostname).join(','),
    ports: urls.map(({ port }) => port || '5432').join(','),
  };
}
