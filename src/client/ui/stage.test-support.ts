import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

export interface Stage {
  /** The element that each test begins with anew, in the document. */
  page: HTMLElement;
  show: (shown: ReactNode) => void;
}

/** Sets up a place in the document, at the address `/`, for what each test of a file shows, and clears it afterwards. */
export function setStage(): Stage {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let root: Root;
  const stage: Stage = { page: document.body, show: shown => act(() => root.render(shown)) };
  beforeEach(() => {
    // Test files share a window: another may have followed a link.
    window.history.replaceState(null, '', '/');
    stage.page = document.body.appendChild(document.createElement('div'));
    root = createRoot(stage.page);
  });
  afterEach(() => {
    act(() => root.unmount());
    stage.page.remove();
  });
  return stage;
}
