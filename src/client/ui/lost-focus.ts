import { useEffect } from 'react';

/** Tells where focus was last, with the parts that stood around it, the innermost first. */
interface Place {
  focused: HTMLElement;
  around: HTMLElement[];
  /** Another page takes the focus by itself. */
  page: string;
  /** Those who point at things have them in sight, and are not to be scrolled away. */
  isByKeys: boolean;
}

/** How long what took its place may take to ask for the focus itself. */
const SETTLE_MS = 60;

const PARTS = 'section, dialog';
const HEADINGS = 'h1, h2, h3';

/**
 * Leads the focus on where what had it is gone, such as a button whose deed is done: whoever goes by keyboard would start
 * over at the top of the page. It goes to the heading of the part that is left around it, else to that of the page, which
 * says how things stand now.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = {
        focused: target,
        around: partsAround(target),
        page: location.pathname,
        isByKeys: target.matches(':focus-visible'),
      };
    };
    // A press beside everything leaves it; what is gone was not left.
    const forget = () =>
      setTimeout(() => {
        if (isNowhere() && last?.focused.isConnected) last = null;
      });
    const lead = () => {
      if (!last || last.focused.isConnected || !isNowhere()) return;
      const { around, page, isByKeys } = last;
      last = null;
      if (page === location.pathname) headingAfter(around)?.focus({ preventScroll: !isByKeys });
    };
    const watcher = new MutationObserver(() => {
      if (!last || last.focused.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(lead, SETTLE_MS);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** They are listed while they stand: what is taken out of the page has nothing around it. */
function partsAround(element: HTMLElement): HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PARTS);
  return part ? [part, ...partsAround(part)] : [];
}

function headingAfter(around: readonly HTMLElement[]): HTMLElement | null {
  const part = around.find(one => one.isConnected && !(one instanceof HTMLDialogElement && !one.open));
  const target =
    part?.querySelector<HTMLElement>(HEADINGS) ?? part ?? document.querySelector<HTMLElement>('h1');
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  return target;
}
