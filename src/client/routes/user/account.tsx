import { useNavigate, useSearchParams } from 'react-router-dom';
import { RegisterForm, SignInForm } from '#client/features/session/account-forms.tsx';
import { useSignOut, useUser } from '#client/features/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './account.module.css';

/** Only a path of this shop: an address elsewhere in the link would make it a lure. */
function safeReturn(wanted: string | null): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : '/user';
}

/** /user: signed out, sign in or register; signed in, the profile. */
export function Component() {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const [params] = useSearchParams();
  const goOn = () => navigate(safeReturn(params.get('return')));
  if (user) {
    return (
      <div className="container">
        <PageHead title="Profile" description="Your account." hidden />
        <h1>{user.name}</h1>
        <dl className={styles.facts}>
          <dt>E-mail</dt>
          <dd>{user.email}</dd>
          {user.companyName && (
            <>
              <dt>Company</dt>
              <dd>{user.companyName}</dd>
            </>
          )}
          {user.phone && (
            <>
              <dt>Phone</dt>
              <dd>{user.phone}</dd>
            </>
          )}
        </dl>
        <Button onClick={() => signOut.mutate(undefined)} disabled={signOut.isPending}>
          Sign Out
        </Button>
      </div>
    );
  }
  return (
    <div className="container">
      <PageHead title="Sign in" description="Sign in to your account, or create one." hidden />
      <h1>Your account</h1>
      <div className={styles.columns}>
        <SignInForm then={goOn} />
        <RegisterForm then={goOn} />
      </div>
    </div>
  );
}
