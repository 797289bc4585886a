import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { FirstAdminForm } from '#client/routes/shop/set-password/first-admin-form.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './set-password.module.css';

function watchHash(watcher: () => void): () => void {
  window.addEventListener('hashchange', watcher);
  return () => window.removeEventListener('hashchange', watcher);
}

const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get('first-admin') ?? '';
const unknown = () => null;

/** /set-password: the link from the log of a new shop, whose token stands in the hash, which no server gets to see. */
export function Component() {
  const token = useSyncExternalStore(watchHash, readToken, unknown);
  const navigate = useNavigate();
  return (
    <div className="container">
      <PageHead title="Set password" description="Set up an account with a link." hidden />
      <h1>Set up this shop's first admin</h1>
      {token === '' && (
        <p>This link is not complete. Please open it again just as it stands in the log of the shop.</p>
      )}
      {token && (
        <div className={styles.form}>
          <FirstAdminForm token={token} then={() => navigate('/user', { replace: true })} />
        </div>
      )}
    </div>
  );
}
