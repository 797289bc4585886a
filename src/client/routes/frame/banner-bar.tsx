import { Link } from 'react-router-dom';
import { LayoutLink } from '#client/features/catalog/layout-link.tsx';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { Icon } from '#client/ui/icon.tsx';
import { isCommercial } from '#shared/rules/permissions.ts';
import styles from './banner-bar.module.css';

/** Shows Home at the left, the phone at the right, between them the banners for this kind of customer (rule S5). */
export function BannerBar() {
  const { data: banners = [] } = trpc.layouts.list.useQuery({ template: 'Banner' });
  const { data } = trpc.site.get.useQuery({});
  const audience = isCommercial(useUser()) ? 'Commercial' : 'Retail';
  const shown = banners.filter(banner => banner.title.includes(audience));
  const phone = data?.site.phone;
  return (
    <aside className={`${styles.bar} no-print`} aria-label="Announcements">
      <div className={`${styles.inner} container`}>
        <Link className={styles.end} to="/" aria-label="Home">
          <Icon name="home" size={16} />
          <span className={styles.words}>Home</span>
        </Link>
        <div className={styles.banners}>
          {shown.map(banner => (
            <p key={banner._id}>
              <LayoutLink link={banner.link}>{banner.subtitle}</LayoutLink>
            </p>
          ))}
        </div>
        {phone && (
          <a
            className={styles.end}
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            aria-label={`${phone}, call us`}
          >
            <Icon name="phone" size={16} />
            <span className={styles.words}>{phone}</span>
          </a>
        )}
      </div>
    </aside>
  );
}
