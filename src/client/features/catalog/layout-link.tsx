import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Tells where a layout's link leads: a route object as text, a path, or an address elsewhere (rule S5). */
export function linkTarget(link: string | null): string | null {
  if (!link) return null;
  const target = link.startsWith('{') ? routeOf(link) : link;
  if (target && (/^\/(?![/\\])/.test(target) || /^https?:\/\//.test(target))) return target;
  return null;
}

function routeOf(text: string): string | null {
  try {
    const { path, query }: { path?: unknown; query?: unknown } = JSON.parse(text);
    if (typeof path !== 'string') return null;
    const params = new URLSearchParams(
      query && typeof query === 'object'
        ? Object.entries(query).map(([key, value]) => [key, String(value)])
        : [],
    );
    return params.size > 0 ? `${path}?${params}` : path;
  } catch {
    return null;
  }
}

interface Props {
  link: string | null;
  className?: string;
  children: ReactNode;
}

/** The words with the link around them, or the words alone when the link leads nowhere. */
export function LayoutLink({ link, className, children }: Props) {
  const target = linkTarget(link);
  if (!target) return <span className={className}>{children}</span>;
  if (target.startsWith('/')) {
    return (
      <Link className={className} to={target}>
        {children}
      </Link>
    );
  }
  return (
    <a className={className} href={target} rel="noopener">
      {children}
    </a>
  );
}
