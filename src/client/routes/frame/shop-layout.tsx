import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router-dom';
import { AddedPopup } from '#client/features/cart/added-popup.tsx';
import { CompareBar } from '#client/features/catalog/compare-bar.tsx';
import { QuickViewHost } from '#client/features/catalog/quick-view-host.tsx';
import { FloatingNotifications } from '#client/features/notices/floating-notifications.tsx';
import { NoticeBar } from '#client/features/notices/notice-bar.tsx';
import { ActingBar } from '#client/features/session/acting-bar.tsx';
import { SecondStepHost } from '#client/features/session/second-step-host.tsx';
import { useSessionWatch } from '#client/features/session/session-watch.ts';
import { useVersionWatch } from '#client/features/session/version-watch.ts';
import { BannerBar } from '#client/routes/frame/banner-bar.tsx';
import { ConnectionNotice } from '#client/routes/frame/connection-notice.tsx';
import { CookieNotice } from '#client/routes/frame/cookie-notice.tsx';
import { Footer } from '#client/routes/frame/footer.tsx';
import { Header } from '#client/routes/frame/header.tsx';
import { usePlainLinks } from '#client/ui/plain-links.ts';
import styles from './shop-layout.module.css';

/** Frames every shop page; the bar of banners stands on the public ones alone (rule S5). */
export function ShopLayout() {
  const handle = useMatches().at(-1)?.handle as { source?: string } | undefined;
  const isPublic = handle?.source?.startsWith('src/client/routes/shop/') ?? false;
  return (
    <>
      <Frame
        header={
          <>
            {isPublic && <BannerBar />}
            <Header />
            <AddedPopup />
          </>
        }
        footer={<Footer />}
      >
        <Outlet />
      </Frame>
      <CompareBar />
      <CookieNotice />
      <QuickViewHost />
    </>
  );
}

interface FrameProps {
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

export function Frame({ header, footer, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isLoading = useNavigation().state !== 'idle';
  const arrivedAt = useRef(pathname);
  usePlainLinks();
  useVersionWatch();
  useSessionWatch();

  // After a change of page the keyboard goes on in the new page's content, as it does after a full load. At once, so that
  // it takes the focus from nothing that the page, or a key, has given it to.
  useLayoutEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {isLoading && <div className={`${styles.progress} no-print`} />}
      <ActingBar />
      {header}
      <NoticeBar />
      <FloatingNotifications />
      <main id="content" className={styles.main} ref={main} tabIndex={-1}>
        {children}
      </main>
      {footer}
      <ConnectionNotice />
      <SecondStepHost />
      <ScrollRestoration />
    </div>
  );
}
