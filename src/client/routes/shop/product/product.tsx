import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router-dom';
import { ProductCarousel } from '#client/features/catalog/product-carousel.tsx';
import { found } from '#client/routes/missing-page.ts';
import { BuyBox } from '#client/routes/shop/product/buy-box.tsx';
import { chosenVariant } from '#client/routes/shop/product/chosen-variant.ts';
import { Crumbs } from '#client/routes/shop/product/crumbs.tsx';
import { Gallery } from '#client/routes/shop/product/gallery.tsx';
import { productJsonLd, summaryOf } from '#client/routes/shop/product/product-head.ts';
import { Reviews } from '#client/routes/shop/product/reviews.tsx';
import { SpecTable } from '#client/routes/shop/product/spec-table.tsx';
import { type Colour, VariantPicker } from '#client/routes/shop/product/variant-picker.tsx';
import { VariantTable } from '#client/routes/shop/product/variant-table.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Stars } from '#client/ui/stars.tsx';
import type { FilterTemplate } from '#shared/schemas/filters.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './product.module.css';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  const id = params.id ?? '';
  const product = await found(queries.products.byId.fetch({ id }));
  await Promise.all([
    queries.filters.list.prefetch({}),
    queries.reviews.list.prefetch({ product: id }),
    product.relatedProduct.length > 0 && queries.products.list.prefetch({ ids: product.relatedProduct }),
    product.suggestions.length > 0 && queries.products.list.prefetch({ ids: product.suggestions }),
  ]);
  return null;
}

export function Component() {
  const { id = '', variant: wished } = useParams();
  const { search } = useLocation();
  const { data: product } = trpc.products.byId.useQuery({ id });
  const { data: templates } = trpc.filters.list.useQuery({});
  if (!product) return null;
  const asked = new URLSearchParams(search);
  const variant = chosenVariant(product, { id: wished ?? asked.get('variants'), number: asked.get('title') });
  const colours = coloursOf(templates ?? []);
  return variant ? <ProductPage product={product} variant={variant} colours={colours} /> : null;
}

function coloursOf(templates: FilterTemplate[]): Map<string, Colour> {
  const values = templates.flatMap(template => template.filters);
  return new Map(
    values.flatMap(({ label, options, hex, hex2 }) =>
      hex ? [label, ...options].map((name): [string, Colour] => [name.toLowerCase(), { hex, hex2 }]) : [],
    ),
  );
}

interface PageProps {
  product: Product;
  variant: Variant;
  colours: ReadonlyMap<string, Colour>;
}

function ProductPage({ product, variant, colours }: PageProps) {
  const path = `/product/${product._id}`;
  const href = (other: Variant) => `${path}?variants=${other._id}`;
  return (
    <div className="container">
      <PageHead
        title={product.title}
        description={summaryOf(product)}
        canonical={path}
        jsonLd={productJsonLd(product)}
      />
      <Crumbs product={product} />
      <div className={styles.top}>
        <div className={styles.gallery}>
          <Gallery product={product} variant={variant} />
        </div>
        <div className={styles.facts}>
          <div>
            <h1>{product.title}</h1>
            <p className={styles.meta}>
              <span>
                {variant.productNum} <CopyButton text={variant.productNum} label="Copy the product number" />
              </span>
              {product.vendor && <span>{product.vendor}</span>}
              {product.reviewCount > 0 && (
                <a href="#reviews">
                  <Stars rating={product.averageRating} count={product.reviewCount} />
                </a>
              )}
            </p>
          </div>
          <VariantPicker product={product} chosen={variant} href={href} colours={colours} />
        </div>
        <div className={styles.details}>
          <SpecTable product={product} variant={variant} />
        </div>
        <div className={styles.buy}>
          {/* Another variant starts at one again. */}
          <BuyBox key={variant._id} product={product} variant={variant} />
        </div>
      </div>
      <div className={styles.below}>
        {product.variants.length > 1 && <VariantTable product={product} chosen={variant} href={href} />}
        {product.description && (
          <section aria-labelledby="description">
            <h2 id="description">Description</h2>
            <div
              className={styles.description}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved
              dangerouslySetInnerHTML={{ __html: product.description }}
            />
          </section>
        )}
        <RelatedProducts
          title={product.relatedProductText || 'Goes with this'}
          ids={product.relatedProduct}
        />
        <RelatedProducts title="You may also like" ids={product.suggestions} />
        <Reviews product={product} />
      </div>
    </div>
  );
}

function RelatedProducts({ title, ids }: { title: string; ids: string[] }) {
  const { data } = trpc.products.list.useQuery({ ids }, { enabled: ids.length > 0 });
  return <ProductCarousel title={title} tiles={data?.products ?? []} />;
}
