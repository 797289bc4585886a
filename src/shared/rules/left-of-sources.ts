/** Money that came in for an order: what a card has left of it, or cash, or a check or transfer that paid it. */
export interface Source {
  kind: 'card' | 'cash' | 'check';
  _id: string;
  /** The moment from which it paid the order. */
  since: string;
  cents: number;
  /** It may turn out to be none: a bank has still to decide on it, or it was play money. */
  isInDoubt: boolean;
}

/** Money that went out of an order otherwise than to a card: in cash, by check, or as store credit. */
export interface Out {
  kind: 'cash' | 'check' | 'credit';
  at: string;
  cents: number;
  /** The `_id` of the source that it is of, where that is known. */
  of: string | null;
}

/**
 * Tells how many cents are left of each source: what went out is of what had come in by then, of its own kind first, and of
 * the latest of that. If the receipt that it was of is gone, it is of the others' money, of a card's at last. Money in doubt
 * is taken when nothing else is there, so that what went out already never counts as left beside it.
 */
export function leftOfSources(sources: readonly Source[], outs: readonly Out[]): number[] {
  const left = sources.map(({ cents }) => cents);
  const latest = sources
    .map((source, index) => ({ ...source, index }))
    .sort((one, other) => compare(other.since, one.since) || other.index - one.index);
  for (const out of outs.toSorted((one, other) => compare(one.at, other.at))) {
    let open = out.cents;
    const take = (isOfIt: (source: Source) => boolean) => {
      for (const source of latest) {
        if (!isOfIt(source)) continue;
        const part = Math.max(0, Math.min(open, left[source.index] ?? 0));
        left[source.index] = (left[source.index] ?? 0) - part;
        open -= part;
      }
    };
    const wasThere = ({ since }: Source) => since <= out.at;
    take(({ _id }) => _id === out.of);
    take(one => !one.isInDoubt && wasThere(one) && (out.kind === 'credit' || one.kind === out.kind));
    take(one => wasThere(one) && one.kind !== 'card');
    take(({ kind }) => kind !== 'card');
    take(({ isInDoubt }) => !isInDoubt);
    take(() => true);
  }
  return left;
}

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
