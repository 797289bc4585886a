import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HydrationState } from 'react-router-dom';

/** Files of the build that a page needs from the start. */
export interface Assets {
  styles: string[];
  modules: string[];
}

/** The data that the server hands the browser along with a page. */
export interface PageState {
  /** Without times, so that a page is the same whenever it is rendered. */
  queries: [key: QueryKey, data: unknown][];
  router: HydrationState;
}

declare global {
  interface Window {
    knurlState: PageState;
  }
}

interface Props {
  assets: Assets;
  children: ReactNode;
}

/**
 * The whole document, so that React puts a page's title and descriptions into the head. Style sheets have a
 * `precedence` and preloads are hoisted: React leaves both alone in the browser, which does not repeat them.
 */
export function Document({ assets, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1d4b45" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {/* Anything that a page looks the same without comes after its styles and its largest picture. */}
        <link
          rel="preload"
          href={inter}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          fetchPriority="low"
        />
        {assets.modules.map(href => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
        {assets.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} precedence="app" />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
