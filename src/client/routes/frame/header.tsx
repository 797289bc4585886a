import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useWorkingCart } from '#client/features/cart/cart.ts';
import { SearchForm } from '#client/features/search/search-form.tsx';
import { useUser } from '#client/features/session/session.ts';
import { AccountMenu } from '#client/routes/frame/account-menu.tsx';
import { CategoryMenu } from '#client/routes/frame/category-menu.tsx';
import { trpc } from '#client/trpc.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { countItems } from '#shared/rules/cart.ts';
import { openStatus } from '#shared/rules/open-hours.ts';
import type { SiteSettings } from '#shared/schemas/site.ts';
import styles from './header.module.css';

export function Header() {
  const { data } = trpc.site.get.useQuery({});
  const user = useUser();
  return (
    <header className={`${styles.header} ${styles.shop} no-print`}>
      <div className={`${styles.inner} container`}>
        <div className={styles.brand}>
          <Link className={styles.logo} to="/">
            <Logo />
            Knurl
          </Link>
          {data && <OpenStatus site={data.site} />}
          <div className={styles.shopNow}>
            <Link className={styles.now} to="/categories">
              Shop now
            </Link>
            <CategoryMenu />
          </div>
        </div>
        <div className={styles.search}>
          <SearchForm />
        </div>
        <div className={styles.links}>
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <Link className={styles.link} to="/user">
              <Icon name="user" />
              <span className={styles.words}>Sign in</span>
            </Link>
          )}
          <CartLink />
        </div>
      </div>
    </header>
  );
}

const MINUTE = 60_000;

/** Follows the clock; what the server sent may be a minute old when the page is hydrated. */
function OpenStatus({ site }: { site: SiteSettings }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.status} suppressHydrationWarning>
      {openStatus(site.hoursOfOperation, site.timeZone, now, site.closedDays)}
    </p>
  );
}

function CartLink() {
  const cart = useWorkingCart();
  const count = cart ? countItems(cart.cart) : 0;
  const label = cart ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart';
  return (
    <Link className={`${styles.link} ${styles.cart}`} to="/checkout" aria-label={label}>
      <Icon name="cart" />
      <span className={styles.words}>Cart</span>{' '}
      {count > 0 && <span className={styles.count}>{count > 999 ? '999+' : count}</span>}
    </Link>
  );
}
