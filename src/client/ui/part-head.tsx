import { Link } from 'react-router-dom';
import styles from './part-head.module.css';

interface Props {
  title: string;
  /** Leads to the whole of what the part shows some of. */
  all?: { name: string; href: string } | undefined;
}

/** The heading of a part of a page. */
export function PartHead({ title, all }: Props) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {all && <Link to={all.href}>{all.name}</Link>}
    </div>
  );
}
