import { useMatches } from 'react-router-dom';

interface Props {
  title: string;
  description: string;
  /** Path of the address that search engines shall keep. */
  canonical?: string;
  /** Pages that search engines shall not keep: cart, checkout, account. */
  hidden?: boolean;
  /** Path or address of a picture that stands for the page in previews; the shop's own otherwise. */
  picture?: string | null;
  jsonLd?: object;
}

const SHOP_NAME = 'Knurl';
const SHOP_PICTURE = '/social.png';

/** React moves title, description and links into the head, on the server and in the browser. */
export function PageHead({ title, description, canonical, hidden, picture, jsonLd }: Props) {
  const origin = useOrigin();
  const name = title === SHOP_NAME ? title : `${title} | ${SHOP_NAME}`;
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={description} />
      {canonical && <link rel="canonical" href={origin + canonical} />}
      {hidden && <meta name="robots" content="noindex" />}
      {canonical && !hidden && (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={SHOP_NAME} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={origin + canonical} />
          <meta property="og:image" content={absolute(origin, picture ?? SHOP_PICTURE)} />
          <meta name="twitter:card" content={picture ? 'summary' : 'summary_large_image'} />
        </>
      )}
      {jsonLd && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  );
}

/** Scheme and host as the server knows them, from the loader of the frame around the page. */
export function useOrigin(): string {
  const matches = useMatches();
  const frame = matches.map(({ loaderData }) => loaderData).find(hasOrigin);
  return frame?.origin ?? '';
}

/** Others read an address outside of its page: scheme and host belong to it. Pictures may come from elsewhere. */
export function absolute(origin: string, path: string): string {
  return /^https?:/.test(path) ? path : origin + path;
}

function hasOrigin(data: unknown): data is { origin: string } {
  return typeof data === 'object' && data !== null && 'origin' in data;
}
