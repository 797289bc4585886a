import { type LoaderFunctionArgs, useLocation } from 'react-router-dom';
import { ContactAside } from '#client/routes/shop/info/contact-aside.tsx';
import { ContactForm } from '#client/routes/shop/info/contact-form.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { Layout } from '#shared/schemas/layouts.ts';
import styles from './info.module.css';

/** The titles of the pages until staff give them titles of their own. */
const TITLES: Record<string, string> = {
  about: 'About',
  privacy: 'Privacy',
  return: 'Return policy',
  contact: 'Contact',
  'learn-more-commercial': 'For the trade',
  'learn-more-retail': 'For your home',
  'qb-info': 'Accounting integration',
};

/** The next step to which a page that wins people over leads them. */
const NEXT: Record<string, { text: string; to: string }> = {
  'learn-more-commercial': { text: 'Open a trade account', to: '/commercial' },
  'learn-more-retail': { text: 'Create an account', to: '/user' },
};

const pageOf = (pathname: string) => pathname.split('/')[1] ?? '';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).pathname);
  await context.get(queriesContext).layouts.list.prefetch({ page, template: 'Page' });
  return null;
}

/** Shows the pages whose words staff write as layouts (rule S5). */
export function Component() {
  const page = pageOf(useLocation().pathname);
  const { data: layouts = [] } = trpc.layouts.list.useQuery({ page, template: 'Page' });
  const [first] = layouts;
  const title = first?.title ?? TITLES[page] ?? '';
  const isContact = page === 'contact';
  return (
    <div className={`${isContact ? styles.wide : styles.page} container`}>
      <PageHead title={title} description={first?.subtitle || `${title} at Knurl.`} canonical={`/${page}`} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {first?.subtitle && <p className={styles.subtitle}>{first.subtitle}</p>}
      </div>
      <div className={styles.main}>
        {layouts.map((layout, index) => (
          <Words key={layout._id} layout={layout} isFirst={index === 0} />
        ))}
        {isContact && <ContactForm />}
        {NEXT[page] && (
          <p className={styles.next}>
            <ButtonLink look="primary" size="large" to={NEXT[page].to}>
              {NEXT[page].text}
            </ButtonLink>
          </p>
        )}
      </div>
      {isContact && <ContactAside />}
    </div>
  );
}

function Words({ layout: { title, subtitle, content }, isFirst }: { layout: Layout; isFirst: boolean }) {
  return (
    <section>
      {!isFirst && (
        <>
          <h2>{title}</h2>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </>
      )}
      <div
        className={styles.content}
        data-links
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved
        dangerouslySetInnerHTML={{ __html: content }}
      />
    </section>
  );
}
