import { type LoaderFunctionArgs, useNavigate } from 'react-router-dom';
import { stepHref, useOrderedCarts } from '#client/features/cart/ordered-carts.ts';
import { RegisterForm, SignInForm } from '#client/features/session/account-forms.tsx';
import { useUser } from '#client/features/session/session.ts';
import { queriesContext } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Redirect } from '#client/ui/redirect.tsx';
import styles from './login.module.css';

/** Reads the ways to sign in that the form offers. */
export async function loader({ context }: LoaderFunctionArgs) {
  await context.get(queriesContext).auth.options.prefetch({});
  return null;
}

/** Guest first: most buy that way. The cart stays in the browser whichever way is taken. */
export function Component() {
  const isSignedIn = useUser() !== null;
  const navigate = useNavigate();
  const cartIds = useOrderedCarts();
  const summary = stepHref('/checkout/summary', cartIds);
  if (isSignedIn) return <Redirect to={summary} />;
  const continueCheckout = () => navigate(summary);
  // A saved cart is its owner's alone.
  if (cartIds.length > 0) {
    return (
      <div className="container">
        <PageHead title="Checkout" description="Sign in to check out a saved cart." hidden />
        <h1>Sign in to check out your saved cart</h1>
        <div className={styles.columns}>
          <section className={styles.card}>
            <SignInForm then={continueCheckout} />
          </section>
        </div>
      </div>
    );
  }
  return (
    <div className="container">
      <PageHead title="Checkout" description="Check out as a guest, sign in or create an account." hidden />
      <h1>How would you like to check out?</h1>
      <div className={styles.columns}>
        <section className={`${styles.card} ${styles.guest}`}>
          <h2>As a guest</h2>
          <p>No account needed. We’ll email you a confirmation with a link to your order.</p>
          <ButtonLink look="primary" size="large" wide to="/checkout/summary">
            Continue as a guest
          </ButtonLink>
        </section>
        <section className={styles.card}>
          <SignInForm then={continueCheckout} />
        </section>
        <section className={styles.card}>
          <RegisterForm then={continueCheckout} />
        </section>
      </div>
    </div>
  );
}
