import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { OfficeTools } from '#client/features/office/office-tools.tsx';
import { kindsWithPages } from '#client/features/office/record-links.ts';
import { useUser } from '#client/features/session/session.ts';
import { ADMIN_PAGES, officeLinks } from '#client/routes/admin/admin-pages.ts';
import { useCommands } from '#client/routes/admin/office-commands.ts';
import { AccountMenu } from '#client/routes/frame/account-menu.tsx';
import header from '#client/routes/frame/header.module.css';
import { Frame } from '#client/routes/frame/shop-layout.tsx';
import { useCurrentInSight } from '#client/ui/current-in-sight.ts';
import { Logo } from '#client/ui/logo.tsx';
import { useLostFocus } from '#client/ui/lost-focus.ts';
import { LeaveAsked } from '#client/ui/record/leave-guard.tsx';
import styles from './office-layout.module.css';

const WITH_PAGES = kindsWithPages(ADMIN_PAGES.map(({ path }) => path));

/** The frame of the back office: its navigation beside every page of staff. */
export function Component() {
  const user = useUser();
  const commands = useCommands(user);
  const { pathname } = useLocation();
  // On phones it is a row that scrolls.
  const nav = useCurrentInSight(pathname);
  useLostFocus();
  return (
    <Frame
      header={
        <header className={`${header.header} ${styles.bar} no-print`}>
          <Link className={header.logo} to="/admin">
            <Logo />
            Knurl
          </Link>
          <span className={styles.office}>Back office</span>
          {user && <OfficeTools commands={commands} withPages={WITH_PAGES} />}
          <Link className={`${header.link} ${styles.shop}`} to="/">
            To the shop
          </Link>
          {user && <AccountMenu user={user} />}
        </header>
      }
      footer={null}
    >
      <div className={styles.area} data-office>
        <nav className={`${styles.nav} no-print`} aria-label="Back office">
          <ul ref={nav}>
            {user &&
              officeLinks(user).map(({ text, to }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/admin'}>
                    {text}
                  </NavLink>
                </li>
              ))}
          </ul>
        </nav>
        <div className={styles.page}>
          <Outlet />
        </div>
      </div>
      <LeaveAsked />
    </Frame>
  );
}
