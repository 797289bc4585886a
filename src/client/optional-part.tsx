import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadPart } from '#client/load-part.ts';

interface Options<Props> {
  /** Stands there until the part does. */
  waiting?: (props: Props) => ReactNode;
  /** Stands there instead of a part that could not be loaded; without it nothing does. */
  missing?: (props: Props, again: () => void) => ReactNode;
  /** Runs when it could not be loaded: says so, where somebody asked for it. */
  onMissing?: (props: Props) => void;
}

/**
 * A part of the page that comes later than the page, and without which the page goes on as it was. It is asked for
 * again where it is shown next, which React's own `lazy` never does. `load` is its import as it stands, so that it can
 * be asked for at another address (`load-part.ts`).
 *
 * What `ahead` has loaded stands in the page from the start, the server's as well.
 */
export function optionalPart<Module extends object, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { waiting, missing, onMissing }: Options<Props>,
): ComponentType<Props> & { ahead: () => Promise<void> } {
  let loaded: Loaded | undefined;
  const arrive = async (): Promise<Loaded> => {
    loaded = { default: pick(await loadPart(load)) as ComponentType<object> };
    return loaded;
  };
  const begin = () => lazy(() => (loaded ? atOnce(loaded) : arrive()));
  let Part = begin();
  class OptionalPart extends Component<Props, { isMissing: boolean }> {
    override state = { isMissing: false };

    static getDerivedStateFromError() {
      return { isMissing: true };
    }

    override componentDidCatch() {
      Part = begin();
      onMissing?.(this.props);
    }

    override render() {
      const { props } = this;
      if (this.state.isMissing) return missing?.(props, () => this.setState({ isMissing: false })) ?? null;
      return (
        <Suspense fallback={waiting?.(props)}>
          <Part {...props} />
        </Suspense>
      );
    }
  }
  const ahead = async () => {
    if (loaded) return;
    try {
      await arrive();
      Part = begin();
    } catch {
      // It is asked for again where it is shown.
    }
  };
  return Object.assign(OptionalPart, { ahead });
}

interface Loaded {
  default: ComponentType<object>;
}

/** Makes what is there already a promise that React need not wait for: one that is kept when it is asked. */
const atOnce = (loaded: Loaded) =>
  // biome-ignore lint/suspicious/noThenProperty: `lazy` takes anything that has one
  ({ then: (kept: (loaded: Loaded) => void) => kept(loaded) }) as unknown as Promise<Loaded>;
