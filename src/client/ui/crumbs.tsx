import { Link } from 'react-router-dom';
import { Icon } from '#client/ui/icon.tsx';
import styles from './crumbs.module.css';

/** The way to a page, from the broadest; without an address it is the page itself. */
export interface Crumb {
  name: string;
  href?: string;
}

export function Crumbs({ way }: { way: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="no-print">
      <ol className={styles.crumbs}>
        {way.map(({ name, href }, index) => (
          <li key={href ?? 'this'}>
            {index > 0 && <Icon name="chevronRight" size={14} />}
            {href ? <Link to={href}>{name}</Link> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
