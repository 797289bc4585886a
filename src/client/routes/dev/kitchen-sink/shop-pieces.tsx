import { useState } from 'react';
import { Carousel } from '#client/features/catalog/carousel.tsx';
import { Picture } from '#client/features/catalog/picture.tsx';
import { ProductCarousel } from '#client/features/catalog/product-carousel.tsx';
import { ProductGrid } from '#client/features/catalog/product-grid.tsx';
import { ProductTable } from '#client/features/catalog/product-table.tsx';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { BuyBox } from '#client/features/product/buy-box.tsx';
import type { Looks } from '#client/features/product/looks.ts';
import { VariantPicker } from '#client/features/product/variant-picker.tsx';
import { Announcements } from '#client/features/site/announcements.tsx';
import { Piece } from '#client/routes/dev/kitchen-sink/piece.tsx';
import { figures, product, tiles, variants } from '#client/routes/dev/kitchen-sink/samples.ts';
import type { Layout } from '#shared/schemas/layouts.ts';
import styles from './kitchen-sink.module.css';

const LOOKS: Looks = {
  'finish: satin brass': { hex: '#b8974f', hex2: null },
  'finish: matte black': { hex: '#222222', hex2: null },
  'finish: two-tone': { hex: '#dddddd', hex2: '#8a6d3b' },
};

const CARDS: Layout[] = [1, 2, 3, 4, 5, 6].map(n => ({
  _id: `00000000-0000-7000-8000-00000000010${n}`,
  template: 'Announcement',
  title: n === 2 ? 'A card whose title takes two lines, or three' : `Card ${n}`,
  subtitle: n === 3 ? '' : 'Whatever the number of cards, the rows are full.',
  content: n === 4 ? '<p>And some <strong>content</strong> below.</p>' : '',
  imgPath: n === 5 ? null : '/art/cup-pull-satin-brass/800.webp',
  link: n === 6 ? null : '/categories',
  page: '',
}));

export function ShopPieces() {
  const [chosen, setChosen] = useState(variants[0]);
  return (
    <>
      <Piece name="Tiles, and tiles on their way">
        <ProductGrid tiles={tiles} waiting={2} />
      </Piece>
      <Piece name="The same as a list">
        <ProductTable tiles={tiles} waiting={1} />
      </Piece>
      <Piece name="Carousels">
        <ProductCarousel title="More than fit" tiles={[...tiles, ...tiles].map(renamed)} />
        <Carousel title="Waiting" step={700} tile="180px">
          {[1, 2, 3, 4, 5, 6, 7, 8].map(n => (
            <li key={n} aria-hidden="true">
              <Picture path={null} alt="" sizes="180px" />
            </li>
          ))}
        </Carousel>
      </Piece>
      <Piece name="Pictures: there, none, missing">
        <div className={styles.row}>
          {['/art/cup-pull-satin-brass', null, '/art/nowhere'].map(path => (
            <div key={path} className={styles.picture}>
              <Picture path={path} alt="" sizes="120px" />
            </div>
          ))}
        </div>
      </Piece>
      <Piece name="Variant picker and buy box">
        <div className={styles.columns}>
          <VariantPicker product={product} chosen={chosen} looks={LOOKS} onChoose={setChosen} />
          <VariantPicker
            product={{ ...product, variantLayout: 1 }}
            chosen={chosen}
            looks={LOOKS}
            onChoose={setChosen}
          />
          <BuyBox key={chosen._id} product={product} variant={chosen} />
        </div>
      </Piece>
      <Piece name="Figures of an order">
        <FigureTable figures={figures} />
      </Piece>
      {[1, 2, 3, 4, 5, 6].map(count => (
        <Piece key={count} name={`Announcements: ${count}`}>
          <Announcements announcements={CARDS.slice(0, count)} />
        </Piece>
      ))}
    </>
  );
}

/** A key is used once. */
const renamed = (tile: (typeof tiles)[number], index: number) => ({ ...tile, _id: `${tile._id}-${index}` });
