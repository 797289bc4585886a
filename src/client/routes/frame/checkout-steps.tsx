import { Link, useLocation } from 'react-router-dom';
import { stepHref, useOrderedCarts } from '#client/features/cart/ordered-carts.ts';
import { useUser } from '#client/features/session/session.ts';
import { Icon } from '#client/ui/icon.tsx';
import styles from './checkout-layout.module.css';

const STEPS = [
  { path: '/checkout', name: 'Cart' },
  { path: '/checkout/login', name: 'Sign in or guest' },
  { path: '/checkout/summary', name: 'Review and pay' },
  { path: '/checkout/thank-you', name: 'Done' },
];

/** Shows the steps: cart, sign in or guest, review and pay, done. Those that lie behind can be gone back to. */
export function CheckoutSteps() {
  const { pathname } = useLocation();
  const cartIds = useOrderedCarts();
  const isSignedIn = useUser() !== null;
  const here = STEPS.findIndex(({ path }) => path === pathname.replace(/\/$/, ''));
  const steps = STEPS.filter(({ path }) => !(isSignedIn && path.endsWith('/login')));
  const isDone = here === STEPS.length - 1;
  return (
    <nav aria-label="Checkout steps">
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const at = STEPS.indexOf(step);
          return (
            <li key={step.path} aria-current={at === here ? 'step' : undefined}>
              {index > 0 && <Icon name="chevronRight" size={14} />}
              {at < here && !isDone ? <Link to={stepHref(step.path, cartIds)}>{step.name}</Link> : step.name}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
