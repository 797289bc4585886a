import type { SiteSettings } from '#shared/schemas/site.ts';

/** Returns what search engines read of the shop itself (schema.org): who it is, and how its search is asked. */
export function homeJsonLd(origin: string, site: SiteSettings | undefined): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${origin}/#organization`,
        name: 'Knurl',
        url: `${origin}/`,
        logo: `${origin}/favicon.svg`,
        ...(site?.phone && { telephone: site.phone }),
        ...(site?.email && { email: site.email }),
        ...(site?.address && { address: site.address }),
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#website`,
        name: 'Knurl',
        url: `${origin}/`,
        publisher: { '@id': `${origin}/#organization` },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?title={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
