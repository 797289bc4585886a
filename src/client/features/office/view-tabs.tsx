import { useEffect } from 'react';
import { hrefOfView, type StaffList } from '#client/features/office/use-staff-list.ts';
import { trpc } from '#client/trpc.ts';
import { Tabs } from '#client/ui/tabs.tsx';
import { type ListScreen, MAX_COUNTED_OF_VIEW } from '#shared/office-lists.ts';
import styles from './views.module.css';

interface Props {
  list: StaffList;
  /** The views that the list has by itself, each with an address of its own; without them it is one of all rows. */
  fixed?: readonly { to: string; name: string; isCurrent: boolean; count: number | undefined }[];
}

/** The views of a list, its own before those that were saved; none where there is nothing to choose. */
export function ViewTabs({ list: { screen, path, views, current }, fixed }: Props) {
  const counts = useCounts(screen, views.length > 0);
  if (!fixed && views.length === 0) return null;
  const own = (fixed ?? [{ to: path, name: 'All', isCurrent: !current, count: undefined }]).map(tab => ({
    ...tab,
    most: Infinity,
  }));
  const saved = views.map(view => ({
    ...{ to: hrefOfView(path, view), name: view.name, isCurrent: view === current },
    ...{ count: counts[view._id], most: MAX_COUNTED_OF_VIEW },
  }));
  return (
    <Tabs
      label="Views"
      tabs={[...own, ...saved].map(({ to, name, isCurrent, count, most }) => ({
        to,
        isCurrent,
        content: (
          <span>
            {`${name} `}
            {count !== undefined && <span className={styles.howMany}>{countWords(count, most)}</span>}
          </span>
        ),
      }))}
    />
  );
}

/** Counts the saved views a few at a time: a tab has its number as soon as it is known. */
function useCounts(screen: ListScreen, enabled: boolean): Record<string, number> {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = trpc[screen].savedCounts.useInfiniteQuery(
    {},
    { getNextPageParam: page => page.cursor, staleTime: 0, enabled },
  );
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return Object.assign({}, ...(data?.pages.map(({ counts }) => counts) ?? []));
}

const countWords = (count: number, most: number) =>
  `${Math.min(count, most).toLocaleString('en-US')}${count > most ? '+' : ''}`;
