import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { closeQuickView, useViewedTile } from '#client/features/catalog/viewed-tile.ts';
import { notify } from '#client/features/notices/notices.ts';
import { optionalPart } from '#client/optional-part.tsx';
import { SITE_NOTICES } from '#shared/messages.ts';

const QuickView = optionalPart(
  () => import('#client/features/product/quick-view.tsx'),
  module => module.QuickView,
  {
    onMissing: ({ onClose }) => {
      onClose();
      notify(SITE_NOTICES.missingPart);
    },
  },
);

/** Shows the quick view of any tile; another page closes it. */
export function QuickViewHost() {
  const tile = useViewedTile();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page changes
  useEffect(() => closeQuickView, [key]);
  if (!tile) return null;
  return (
    <QuickView
      key={tile.variant}
      product={tile._id}
      variant={tile.variant}
      title={tile.title}
      onClose={closeQuickView}
    />
  );
}
