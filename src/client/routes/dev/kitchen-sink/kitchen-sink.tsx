import { ShopPieces } from '#client/routes/dev/kitchen-sink/shop-pieces.tsx';
import { UiPieces } from '#client/routes/dev/kitchen-sink/ui-pieces.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './kitchen-sink.module.css';

/** Every piece of the shop in every state, to be looked at and tested; a demo shop alone answers it. */
export function Component() {
  return (
    <div className={`${styles.sink} container`}>
      <PageHead title="Kitchen sink" description="Every piece in every state." hidden />
      <h1>Kitchen sink</h1>
      <UiPieces />
      <ShopPieces />
    </div>
  );
}
