import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { refusal } from '#client/refusal.ts';
import { SETTINGS_SECTIONS } from '#client/routes/admin/site-settings/settings-sections.ts';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { Settings } from '#shared/schemas/staff-settings.ts';
import styles from './settings.module.css';

export interface Loaded {
  site: Settings;
  /** The accounts that can be special ones. */
  staff: readonly { _id: string; name: string; email: string }[];
}

/** A screen of the site settings: the way to the others, and its form once they are loaded. */
export function SettingsPage({
  title,
  children,
}: {
  title: string;
  children: (loaded: Loaded) => ReactNode;
}) {
  const { data, error, refetch } = trpc.site.settings.useQuery({}, { staleTime: 0 });
  return (
    <>
      <PageHead title={title} description="The settings of the shop." hidden />
      <h1>{title}</h1>
      <nav className={styles.nav} aria-label="Site settings">
        {SETTINGS_SECTIONS.map(({ to, text }) => (
          <NavLink key={to} to={to}>
            {text}
          </NavLink>
        ))}
      </nav>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !data && <p role="status">Loading…</p>}
      {data && children(data)}
    </>
  );
}
