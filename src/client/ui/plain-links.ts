import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const FOLLOWED = '[data-links] a[href^="/"]:not([target], [download])';

/**
 * Lets plain anchors below an element with `data-links` change the page without a full load; `data-links="here"`
 * leaves the scroll where it is. A listing holds hundreds of links, and the router's own link costs ten times an
 * anchor, on the server as in the browser.
 */
export function usePlainLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // React listens to the same document, and longer, so that components have had the click before.
    const follow = (event: MouseEvent) => {
      const isModified =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (isModified || event.defaultPrevented) return;
      const anchor = (event.target as Element).closest?.<HTMLAnchorElement>(FOLLOWED);
      const href = anchor?.getAttribute('href');
      // Two slashes lead to another host.
      if (!anchor || !href || anchor.origin !== window.location.origin) return;
      event.preventDefault();
      navigate(href, { preventScrollReset: anchor.closest('[data-links=here]') !== null });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
