interface Props {
  title: string;
  description: string;
  /** Path of the address that search engines shall keep. */
  canonical?: string;
  /** Pages that search engines shall not keep: cart, checkout, account. */
  hidden?: boolean;
  jsonLd?: object;
}

const SHOP_NAME = 'Knurl';

/** React moves title, description and links into the head, on the server and in the browser. */
export function PageHead({ title, description, canonical, hidden, jsonLd }: Props) {
  return (
    <>
      <title>{title === SHOP_NAME ? title : `${title} | ${SHOP_NAME}`}</title>
      <meta name="description" content={description} />
      {canonical && <link rel="canonical" href={canonical} />}
      {hidden && <meta name="robots" content="noindex" />}
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
