import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './problem.module.css';

/** A page that does not exist, or one that failed; header and footer stay around it. */
export function Problem() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <div className={`${styles.problem} container`}>
        <PageHead title="Page not found" description="This page does not exist." hidden />
        <p className={styles.code}>404</p>
        <h1>We could not find that page</h1>
        <p>
          It may have moved, or the product is no longer sold. The search at the top finds names and numbers.
        </p>
        <p className={styles.ways}>
          <ButtonLink look="primary" to="/categories">
            Browse the categories
          </ButtonLink>
          <ButtonLink to="/">Home</ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={`${styles.problem} container`}>
      <PageHead title="Something went wrong" description="This page could not be shown." hidden />
      <h1>Something went wrong</h1>
      <p>The page could not be shown. Your cart is kept. Please try again in a moment.</p>
      <p className={styles.ways}>
        <Button look="primary" onClick={() => revalidate()} disabled={state === 'loading'}>
          Try again
        </Button>
        <ButtonLink to="/">Home</ButtonLink>
      </p>
    </div>
  );
}
