import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { closeQuickView, useViewedTile } from '#client/features/catalog/viewed-tile.ts';
import { loadPart } from '#client/load-part.ts';

const QuickView = lazy(async () => {
  const { QuickView: view } = await loadPart(() => import('#client/features/product/quick-view.tsx'));
  return { default: view };
});

/** Where the quick view of any tile opens; another page closes it. */
export function QuickViewHost() {
  const tile = useViewedTile();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page changes
  useEffect(() => closeQuickView, [key]);
  if (!tile) return null;
  return (
    <Suspense>
      <QuickView
        key={tile.variant}
        product={tile._id}
        variant={tile.variant}
        title={tile.title}
        onClose={closeQuickView}
      />
    </Suspense>
  );
}
