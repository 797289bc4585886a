import { Link, Outlet } from 'react-router-dom';
import { CheckoutSteps } from '#client/routes/frame/checkout-steps.tsx';
import { Frame } from '#client/routes/frame/shop-layout.tsx';
import { trpc } from '#client/trpc.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Logo } from '#client/ui/logo.tsx';
import styles from './checkout-layout.module.css';
import header from './header.module.css';

/** The checkout's frame: nothing that leads away but the logo and the phone. */
export function CheckoutLayout() {
  const { data } = trpc.site.get.useQuery({});
  const phone = data?.site.phone;
  return (
    <Frame
      header={
        <header className={`${header.header} no-print`}>
          <div className={`${styles.inner} container`}>
            <Link className={header.logo} to="/">
              <Logo />
              Knurl
            </Link>
            <CheckoutSteps />
            {phone && (
              <a className={header.link} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                <Icon name="phone" size={18} />
                <span className={header.words}>{phone}</span>
              </a>
            )}
          </div>
        </header>
      }
      footer={null}
    >
      <Outlet />
    </Frame>
  );
}
