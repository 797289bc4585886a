import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { ColumnChooser } from '#client/features/office/column-chooser.tsx';
import type { useListLook } from '#client/features/office/list-look.ts';
import { hrefOfView } from '#client/features/office/use-saved-views.ts';
import { isSameQuery } from '#client/features/office/view-address.ts';
import { ViewForm } from '#client/features/office/view-form.tsx';
import { inputOf, ViewList } from '#client/features/office/view-list.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import type { ListScreen } from '#shared/office-lists.ts';
import { VIEW_NOTICES } from '#shared/office-messages.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';
import styles from './views.module.css';

interface Props {
  screen: ListScreen;
  /** The address of the list. */
  path: string;
  /** Tells what the list asks for now, and as the current view has it. */
  query: Readonly<Record<string, unknown>>;
  queryOfView: Readonly<Record<string, unknown>> | null;
  columns: readonly { id: string; head: string }[];
  look: ReturnType<typeof useListLook>;
  views: readonly SavedView[];
  current: SavedView | null;
  /** The address of the list as a file. */
  fileHref: string;
}

type Open = 'columns' | 'save' | 'views';

/** Makes something of a list as it is: other columns, a view of one's own, a file. */
export function ViewTools(props: Props) {
  const { screen, path, query, queryOfView, columns, look, views, current, fileHref } = props;
  const { client, views: queries, orders } = trpc.useUtils();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const now = { screen, query: { ...query }, columns: [...look.look.columns], density: look.look.density };
  const isChanged = look.isChanged || (queryOfView !== null && !isSameQuery(query, queryOfView));
  const save = useAction((view: SavedView) => client.views.save.mutate({ ...inputOf(view), ...now }), {
    success: ({ name }) => VIEW_NOTICES.saved(name),
    failure: VIEW_NOTICES.saveFailed,
    after: async () => {
      await Promise.all([queries.invalidate(), orders.savedCounts.invalidate()]);
      look.reset();
    },
  });
  return (
    <div className={`${styles.tools} no-print`}>
      {current?.mayChange && isChanged && (
        <Button size="small" look="primary" busy={save.isPending} onClick={() => save.mutate(current)}>
          {`Save changes to “${current.name}”`}
        </Button>
      )}
      <Button size="small" onClick={() => setOpen('save')}>
        Save view
      </Button>
      {views.length > 0 && (
        <Button size="small" onClick={() => setOpen('views')}>
          Views
        </Button>
      )}
      <Button size="small" onClick={() => setOpen('columns')}>
        Columns
      </Button>
      <a className={styles.file} href={fileHref} download>
        CSV
        <span className="visually-hidden"> of this view</span>
      </a>
      <ColumnChooser
        open={open === 'columns'}
        onClose={close}
        columns={columns}
        look={look.look}
        onChange={look.change}
        onReset={look.isChanged ? look.reset : undefined}
      />
      {open === 'save' && (
        <ViewForm
          view={now}
          onClose={close}
          onSaved={saved => {
            close();
            navigate(hrefOfView(path, saved));
          }}
        />
      )}
      {open === 'views' && (
        <ViewList
          screen={screen}
          views={views}
          onClose={close}
          onRemoved={({ _id }) => {
            if (_id !== current?._id) return;
            close();
            navigate(path);
          }}
        />
      )}
    </div>
  );
}

/** Says what a view had that is gone. */
export function Dropped({ view }: { view: SavedView | null }) {
  if (!view || view.dropped.length === 0) return null;
  return (
    <p role="status" className={styles.dropped}>
      {`“${view.name}” had something that is no longer there and was left out: ${view.dropped.join(', ')}. Save the view to forget it.`}
    </p>
  );
}
