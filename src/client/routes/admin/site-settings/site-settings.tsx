import { Link } from 'react-router-dom';
import { SETTINGS_SECTIONS } from '#client/routes/admin/site-settings/settings-sections.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './settings.module.css';

/** Shows /admin/site-settings: where what is set. */
export function Component() {
  return (
    <>
      <PageHead title="Site settings" description="The settings of the shop." hidden />
      <h1>Site settings</h1>
      <ul className={styles.sections}>
        {SETTINGS_SECTIONS.map(({ to, text, about }) => (
          <li key={to}>
            <Link to={to}>
              <b>{text}</b>
              <span>{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
