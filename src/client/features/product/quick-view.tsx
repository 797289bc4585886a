import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AddedPopup } from '#client/features/cart/added-popup.tsx';
import { BuyBox } from '#client/features/product/buy-box.tsx';
import { chosenVariant, variantHref } from '#client/features/product/chosen-variant.ts';
import { Gallery } from '#client/features/product/gallery.tsx';
import { useLooks } from '#client/features/product/looks.ts';
import { VariantPicker } from '#client/features/product/variant-picker.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Sheet } from '#client/ui/sheet.tsx';
import { Stars } from '#client/ui/stars.tsx';
import { MOBILE_BREAKPOINT_PX } from '#shared/constants.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './quick-view.module.css';

interface Props {
  /** The product's and the variant's `_id`. */
  product: string;
  variant: string;
  /** Shown until the product is there. */
  title: string;
  onClose: () => void;
}

/**
 * Shows a product to choose and to buy without leaving the list: a modal on desks, a bottom sheet on phones (rule S7).
 * It is open as long as it is rendered; load it lazily.
 */
export function QuickView({ product: id, variant: first, title, onClose }: Props) {
  const [isPhone] = useState(() => window.matchMedia(`(width < ${MOBILE_BREAKPOINT_PX}px)`).matches);
  const [chosen, setChosen] = useState(first);
  const { data: product, error, refetch } = trpc.products.byId.useQuery({ id });
  const variant = product && chosenVariant(product, { id: chosen });
  const content =
    product && variant ? (
      <Content product={product} variant={variant} isPhone={isPhone} onChoose={one => setChosen(one._id)} />
    ) : error ? (
      <div className={styles.failed} role="alert">
        <p>
          {refusal(error).status === 404
            ? 'This product is no longer sold.'
            : 'The product could not be loaded. Please check your connection.'}
        </p>
        <Button onClick={() => refetch()}>Try again</Button>
      </div>
    ) : (
      <div className={styles.waiting} role="status" aria-label={`Loading ${title}`} />
    );
  return isPhone ? (
    <Sheet open onClose={onClose} title={title}>
      {content}
    </Sheet>
  ) : (
    <Dialog open onClose={onClose} title={title} size="large">
      {content}
    </Dialog>
  );
}

interface ContentProps {
  product: Product;
  variant: Variant;
  isPhone: boolean;
  onChoose: (variant: Variant) => void;
}

function Content({ product, variant, isPhone, onChoose }: ContentProps) {
  const looks = useLooks(product);
  return (
    <div className={styles.parts}>
      <Gallery product={product} variant={variant} sizes={isPhone ? '200px' : '440px'} plain />
      <div className={styles.facts}>
        <p className={styles.meta}>
          {product.reviewCount > 0 && <Stars rating={product.averageRating} count={product.reviewCount} />}
          <Link to={variantHref(product, variant)}>All details</Link>
        </p>
        <VariantPicker product={product} chosen={variant} looks={looks} onChoose={onChoose} />
        <BuyBox key={variant._id} product={product} variant={variant} />
      </div>
      {/* The page's own lies behind the dialog, where nobody can reach it. */}
      <AddedPopup />
    </div>
  );
}
