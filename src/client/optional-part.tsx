import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadPart } from '#client/load-part.ts';

interface Options<Props> {
  /** Its file below the repository, by which a loader has it come with the page (`pages.ts`). */
  source?: string;
  /** Stands there until the part does. */
  waiting?: (props: Props) => ReactNode;
  /** Stands there instead of a part that could not be loaded; without it nothing does. */
  missing?: (props: Props, again: () => void) => ReactNode;
  /** Runs when it could not be loaded: says so, where somebody asked for it. */
  onMissing?: (props: Props) => void;
}

/** Those that can come with a page, by their sources. */
const ahead = new Map<string, () => Promise<void>>();

/** Loads parts that come with a page before it is drawn, or taken over from the server. */
export async function loadAhead(sources: readonly string[]): Promise<void> {
  await Promise.all(sources.map(source => ahead.get(source)?.()));
}

/**
 * A part of the page that comes later than the page, and without which the page goes on as it was. It is asked for
 * again where it is shown next, which React's own `lazy` never does. `load` is its import as it stands, so that it can
 * be asked for at another address (`load-part.ts`). If it was loaded ahead, it stands in the page from the start, the
 * server's as well.
 */
export function optionalPart<Module extends object, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { source, waiting, missing, onMissing }: Options<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const arrive = async () => {
    loaded ??= pick(await loadPart(load));
    return { default: loaded as ComponentType<object> };
  };
  let Late = lazy(arrive);
  if (source) {
    // If it is missing, it is asked for again where it is shown.
    ahead.set(source, () =>
      arrive().then(
        () => undefined,
        () => undefined,
      ),
    );
  }
  return class OptionalPart extends Component<Props, { isMissing: boolean }> {
    /** Keeps what is there from the start: one that came late would be another component. */
    readonly #Early = loaded;
    override state = { isMissing: false };

    static getDerivedStateFromError() {
      return { isMissing: true };
    }

    override componentDidCatch() {
      Late = lazy(arrive);
      onMissing?.(this.props);
    }

    override render() {
      const { props } = this;
      const Early = this.#Early;
      if (this.state.isMissing) return missing?.(props, () => this.setState({ isMissing: false })) ?? null;
      if (Early) return <Early {...props} />;
      return (
        <Suspense fallback={waiting?.(props)}>
          <Late {...props} />
        </Suspense>
      );
    }
  };
}
