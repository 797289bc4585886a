import { useSearchParams } from 'react-router-dom';

/** The state of a list: all of it stands in its address, so that it can be sent on and come back to. */
export interface ListAddress {
  /** The text of a name; '' where the address does not say it. */
  of: (name: string) => string;
  page: number;
  /** The address with other texts; '' takes a name out. Another choice begins at the first page. */
  hrefWith: (changes: Record<string, string>) => string;
  /** Goes there. */
  change: (changes: Record<string, string>) => void;
}

const MAX_PAGE = 1_000_000;

/** Reads the state of a list that somebody is not at now. */
export function readListAddress(params: URLSearchParams): Pick<ListAddress, 'of' | 'page'> {
  const wish = Number(params.get('page'));
  return {
    of: name => params.get(name) ?? '',
    page: Number.isInteger(wish) && wish >= 1 && wish <= MAX_PAGE ? wish : 1,
  };
}

/** Reads and changes the state of the list that somebody is at. A change leads to its first page. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const changed = (changes: Record<string, string>, from: URLSearchParams | string = params) => {
    const next = new URLSearchParams(from);
    next.delete('page');
    for (const [name, text] of Object.entries(changes)) {
      next.delete(name);
      if (text !== '') next.set(name, text);
    }
    return next;
  };
  return {
    ...readListAddress(params),
    hrefWith: changes => `?${changed(changes)}`,
    // Builds on the address as it is now: a link may have been followed since this was drawn.
    change: changes => setParams(changed(changes, location.search)),
  };
}
