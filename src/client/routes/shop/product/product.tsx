import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom';
import { FavoriteToggle } from '#client/features/catalog/favorite-toggle.tsx';
import { ProductCarousel } from '#client/features/catalog/product-carousel.tsx';
import { RecentlyViewed, useRememberViewed } from '#client/features/catalog/recently-viewed.tsx';
import { canBuy } from '#client/features/catalog/stock.ts';
import { BuyBox } from '#client/features/product/buy-box.tsx';
import { chosenVariant, variantHref } from '#client/features/product/chosen-variant.ts';
import { Gallery } from '#client/features/product/gallery.tsx';
import { type Looks, looksOf } from '#client/features/product/looks.ts';
import { VariantPicker } from '#client/features/product/variant-picker.tsx';
import { hasSession } from '#client/features/session/session.ts';
import { found } from '#client/missing-page.ts';
import { BackInStock } from '#client/routes/shop/product/back-in-stock.tsx';
import { BoughtBefore } from '#client/routes/shop/product/bought-before.tsx';
import { BundleItems } from '#client/routes/shop/product/bundle-items.tsx';
import { DimensionDrawing } from '#client/routes/shop/product/dimension-drawing.tsx';
import { drawingFamily } from '#client/routes/shop/product/drawing-forms.ts';
import { crumbsOf, productJsonLd, summaryOf } from '#client/routes/shop/product/product-head.ts';
import { Reviews, reviewsQuery } from '#client/routes/shop/product/reviews.tsx';
import { SpecTable } from '#client/routes/shop/product/spec-table.tsx';
import { VariantTable } from '#client/routes/shop/product/variant-table.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Crumbs } from '#client/ui/crumbs.tsx';
import { PageHead, useOrigin } from '#client/ui/page-head.tsx';
import { Stars } from '#client/ui/stars.tsx';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './product.module.css';

export { MissingProduct as ErrorBoundary } from '#client/routes/shop/product/missing-product.tsx';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  const id = params.id ?? '';
  const product = await found(queries.products.byId.fetch({ id }));
  const [templates] = await Promise.all([
    queries.filters.list.fetch({}),
    hasSession(request) && queries.carts.names.prefetch({}),
    hasSession(request) &&
      product.variants.some(variant => !canBuy(variant, 1)) &&
      queries.variants.awaited.prefetch({ product: product._id }),
    hasSession(request) && queries.products.boughtBefore.prefetch({ product: product._id }),
    queries.reviews.list.prefetch(reviewsQuery(id, new URL(request.url).search)),
    product.relatedProduct.length > 0 && queries.products.list.prefetch({ ids: product.relatedProduct }),
    product.suggestions.length > 0 && queries.products.list.prefetch({ ids: product.suggestions }),
  ]);
  // A page carries the few values that it shows, not every filter of the shop.
  if (import.meta.env.SSR) await queries.filters.list.reset({});
  return { looks: looksOf(product, templates) };
}

/** Another variant of the same product is on the page already. */
export function shouldRevalidate(navigation: ShouldRevalidateFunctionArgs): boolean {
  const { currentParams, nextParams, currentUrl, nextUrl } = navigation;
  return currentParams.id !== nextParams.id || currentUrl.href === nextUrl.href;
}

export function Component() {
  const { id = '', variant: wished } = useParams();
  const { search } = useLocation();
  const { looks } = useLoaderData<typeof loader>();
  // Price and stock may have changed while the shopper was elsewhere.
  const { data: product } = trpc.products.byId.useQuery({ id }, { refetchOnWindowFocus: 'always' });
  if (!product) return null;
  const asked = new URLSearchParams(search);
  const number = asked.get('title');
  const variant = chosenVariant(product, { id: wished ?? asked.get('variants'), number });
  return variant ? (
    <ProductPage key={id} product={product} variant={variant} looks={looks} asked={number} />
  ) : null;
}

interface PageProps {
  product: Product;
  variant: Variant;
  looks: Looks;
  /** The part of a number that the address asks for. */
  asked: string | null;
}

function ProductPage({ product, variant, looks, asked }: PageProps) {
  const navigate = useNavigate();
  const origin = useOrigin();
  useRememberViewed(product._id);
  const choose = (other: Variant) =>
    navigate(variantHref(product, other), { replace: true, preventScrollReset: true });
  return (
    <div className={`${styles.page} container`}>
      <PageHead
        title={product.title}
        description={summaryOf(product)}
        canonical={`/product/${product._id}`}
        picture={variant.image && `${variant.image}/800.webp`}
        jsonLd={productJsonLd(product, variant, origin)}
      />
      <Crumbs way={crumbsOf(product)} />
      <div className={styles.top}>
        <div className={styles.gallery}>
          <Gallery product={product} variant={variant} />
        </div>
        <div className={styles.facts}>
          <Heading product={product} variant={variant} />
          <VariantPicker product={product} chosen={variant} looks={looks} asked={asked} onChoose={choose} />
        </div>
        <div className={styles.details}>
          <BundleItems variant={variant} />
          <SpecTable product={product} variant={variant} looks={looks} />
        </div>
        <div className={styles.buy}>
          {/* Another variant starts at one again. */}
          <BuyBox key={variant._id} product={product} variant={variant} bar />
          <BackInStock variant={variant} />
          <BoughtBefore variant={variant} />
        </div>
      </div>
      <div className={styles.below}>
        {product.variants.length > 1 && <VariantTable product={product} chosen={variant} onChoose={choose} />}
        <div className={styles.about}>
          <Description product={product} />
          <Drawing product={product} variant={variant} />
        </div>
        <Related title={product.relatedProductText || 'Goes with it'} ids={product.relatedProduct} />
        <Reviews product={product} />
        <Related title="You may also like" ids={product.suggestions} />
        <div className="no-print">
          <RecentlyViewed except={product._id} />
        </div>
      </div>
    </div>
  );
}

function Heading({ product, variant }: { product: Product; variant: Variant }) {
  return (
    <div>
      <h1>{product.title}</h1>
      <p className={styles.meta}>
        <span>
          {variant.productNum} <CopyButton text={variant.productNum} label="Copy the product number" />
          <FavoriteToggle
            variantId={variant._id}
            productId={product._id}
            title={product.title}
            className={styles.favorite}
          />
        </span>
        {product.reviewCount > 0 && (
          <a href="#reviews">
            <Stars rating={product.averageRating} count={product.reviewCount} />
          </a>
        )}
      </p>
    </div>
  );
}

function Description({ product: { description } }: { product: Product }) {
  if (!description) return null;
  return (
    <section aria-labelledby="description" className="no-print">
      <h2 id="description">Description</h2>
      <div
        className={styles.description}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved
        dangerouslySetInnerHTML={{ __html: description }}
      />
    </section>
  );
}

function Drawing({ product, variant }: { product: Product; variant: Variant }) {
  const { dimensions } = variant;
  const family = drawingFamily(product.type, dimensions, variant.image ?? undefined);
  if (!family) return null;
  return (
    <section aria-labelledby="dimensions" className="no-print">
      <h2 id="dimensions">Dimensions</h2>
      <DimensionDrawing family={family} dimensions={dimensions} title={product.title} />
    </section>
  );
}

function Related({ title, ids }: { title: string; ids: string[] }) {
  const { data } = trpc.products.list.useQuery({ ids }, { enabled: ids.length > 0 });
  // In the order that staff gave them.
  const tiles = ids.flatMap(id => data?.products.find(({ _id }) => _id === id) ?? []);
  return (
    <div className="no-print">
      <ProductCarousel title={title} tiles={tiles} />
    </div>
  );
}
