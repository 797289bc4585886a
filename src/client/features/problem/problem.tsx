import { useEffect } from 'react';
import { isRouteErrorResponse, useNavigation, useRevalidator, useRouteError } from 'react-router-dom';
import { CategoryLinks } from '#client/features/problem/category-links.tsx';
import { SearchForm } from '#client/features/search/search-form.tsx';
import { MissingPart } from '#client/load-part.ts';
import { refusal } from '#client/refusal.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './problem.module.css';

/** A page that does not exist, or one that failed; header and footer stay around it. */
export function Problem() {
  const error = useRouteError();
  if (error instanceof MissingPart) return <MissingPartProblem error={error} />;
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FailedPage error={error} />;
  return <MissingPage />;
}

function MissingPage() {
  return (
    <div className={`${styles.problem} container`}>
      <PageHead title="Page not found" description="This page does not exist." hidden />
      <p className={styles.code}>404</p>
      <h1>We could not find that page</h1>
      <p>It may have moved, or the product is no longer sold. Search for it by name or product number:</p>
      <div className={styles.search}>
        <SearchForm />
      </div>
      <CategoryLinks />
      <p className={styles.ways}>
        <ButtonLink look="primary" to="/categories">
          Browse the categories
        </ButtonLink>
        <ButtonLink to="/">Home</ButtonLink>
      </p>
    </div>
  );
}

const told = new WeakSet<MissingPart>();

/**
 * The page is fresh after a full load: an older one asks for files that a newer shop no longer has. Coming back to
 * it brings that at once: the router keeps a failure, and would never ask for the part again.
 */
function MissingPartProblem({ error }: { error: MissingPart }) {
  useEffect(() => {
    if (told.has(error)) window.location.reload();
    told.add(error);
  }, [error]);
  return (
    <div className={`${styles.problem} container`} role="alert">
      <PageHead title="Please reload" description="A part of this page could not be loaded." hidden />
      <h1>A part of this page could not be loaded</h1>
      <p>You may have lost your connection, or the shop was updated. Your cart is kept.</p>
      <p className={styles.ways}>
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </p>
    </div>
  );
}

function FailedPage({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const isBusy = state === 'loading' || navigation.state !== 'idle';
  // An error that the server rendered, or that arose in the browser itself, is no lack of connection.
  const isUnreachable = refusal(error).status === 0 && globalThis.navigator?.onLine === false;
  return (
    <div className={`${styles.problem} container`} role="alert">
      <PageHead title="Something went wrong" description="This page could not be shown." hidden />
      <h1>{isUnreachable ? 'The shop could not be reached' : 'Something went wrong'}</h1>
      <p>The page could not be shown. Your cart is kept. Please try again in a moment.</p>
      <p className={styles.ways}>
        <Button look="primary" onClick={() => revalidate()} busy={isBusy}>
          Try again
        </Button>
        <ButtonLink to="/">Home</ButtonLink>
      </p>
    </div>
  );
}
