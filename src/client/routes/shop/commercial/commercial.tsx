import { Link, useNavigate } from 'react-router-dom';
import forms from '#client/features/session/account-forms.module.css';
import { useUser } from '#client/features/session/session.ts';
import { CompanyForm, OwnUseForm, TradeForm } from '#client/routes/shop/commercial/trade-forms.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { User } from '#shared/schemas/users.ts';
import styles from './commercial.module.css';

const GAINS = [
  ['Your prices', 'on every product, in the cart and on the invoice'],
  ['A cart per job', 'with its name and purchase order number on every document'],
  ['Your team', 'with roles and spending limits'],
  ['Terms', 'once our credit desk has reviewed your application'],
] as const;

/** /commercial: the trade sign-up, and where users who are not fully registered say who they are. */
export function Component() {
  const user = useUser();
  const navigate = useNavigate();
  const continueToAccount = () => navigate('/user');
  return (
    <div className={`container ${styles.page}`}>
      <PageHead
        title="Trade account"
        description="Open a trade account for your company: your own prices, a cart per job, your team, and terms."
        canonical="/commercial"
      />
      <h1>{user && !user.registeredFully ? 'Finish your registration' : 'Open a trade account'}</h1>
      <div className={styles.columns}>
        <div>
          {user === null && <TradeForm then={continueToAccount} />}
          {user !== null && <SignedIn user={user} then={continueToAccount} />}
        </div>
        <aside className={styles.gains} aria-label="Benefits of a trade account">
          <ul>
            {GAINS.map(([what, how]) => (
              <li key={what}>
                <b>{what}</b> {how}
              </li>
            ))}
          </ul>
          {user === null && (
            <>
              <p>
                Have an account? <Link to="/user">Sign in</Link>
              </p>
              <p>
                <Link to="/user?register">I buy for myself</Link>
              </p>
            </>
          )}
        </aside>
      </div>
    </div>
  );
}

function SignedIn({ user, then }: { user: User; then: () => unknown }) {
  if (user.company !== null) {
    return (
      <div className={forms.form}>
        <p>
          You already buy for <b>{user.companyName}</b>.
        </p>
        {user.registeredFully ? (
          <p>
            <ButtonLink to="/user">Your profile</ButtonLink>
          </p>
        ) : (
          <OwnUseForm user={user} then={then} heading="About you" />
        )}
      </div>
    );
  }
  return (
    <div className={styles.choices}>
      <CompanyForm then={then} />
      {!user.registeredFully && <OwnUseForm user={user} then={then} heading="I buy for myself" />}
    </div>
  );
}
