import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import styles from './tabs.module.css';

export interface Tab {
  to: string;
  isCurrent: boolean;
  content: ReactNode;
}

/** Views that lie side by side, each with an address of its own; the current one is scrolled to where not all fit. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.find(tab => tab.isCurrent)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another one to be seen
  useEffect(() => {
    const { current: bar } = nav;
    const list = bar?.firstElementChild;
    if (!bar || !list) return;
    // Counts that come late make tabs wider, so that the current one is pushed out of sight.
    const watch = new ResizeObserver(() => showCurrent(bar));
    watch.observe(list);
    return () => watch.disconnect();
  }, [current]);
  return (
    <nav className={`${styles.tabs} no-print`} aria-label={label} ref={nav}>
      <ul>
        {tabs.map(({ to, isCurrent, content }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
              {content}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the bar alone: whoever reads further down the page stays there. */
function showCurrent(bar: HTMLElement): void {
  const tab = bar.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = bar.getBoundingClientRect();
  if (tab.left < left) bar.scrollLeft -= left - tab.left;
  else if (tab.right > right) bar.scrollLeft += tab.right - right;
}
