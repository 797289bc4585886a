import { type LoaderFunctionArgs, useLocation } from 'react-router-dom';
import { ContactForm } from '#client/routes/shop/info/contact-form.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './info.module.css';

/** What the pages are called until staff give them a title of their own. */
const TITLES: Record<string, string> = {
  about: 'About',
  privacy: 'Privacy',
  return: 'Return policy',
  contact: 'Contact',
  'learn-more-commercial': 'For the trade',
  'learn-more-retail': 'For your home',
  'qb-info': 'Accounting integration',
};

const pageOf = (pathname: string) => pathname.split('/')[1] ?? '';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).pathname);
  await context.get(queriesContext).layouts.list.prefetch({ page, template: 'Page' });
  return null;
}

/** The pages whose words staff write as layouts (decisions: Enumerations). */
export function Component() {
  const page = pageOf(useLocation().pathname);
  const { data: layouts = [] } = trpc.layouts.list.useQuery({ page, template: 'Page' });
  const [first] = layouts;
  const title = first?.title ?? TITLES[page] ?? '';
  return (
    <div className={`${styles.page} container`} style={{ marginInline: 'auto' }}>
      <PageHead title={title} description={first?.subtitle || `${title} at Knurl.`} canonical={`/${page}`} />
      <h1>{title}</h1>
      {layouts.map(({ _id, title: heading, subtitle, content }, index) => (
        <section key={_id}>
          {index > 0 && <h2>{heading}</h2>}
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          <div
            className={styles.content}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved
            dangerouslySetInnerHTML={{ __html: content }}
          />
        </section>
      ))}
      {page === 'contact' && <ContactForm />}
    </div>
  );
}
