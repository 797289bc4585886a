import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { ColumnChooser } from '#client/features/office/column-chooser.tsx';
import { fileHref, hrefOfView, type StaffList } from '#client/features/office/use-staff-list.ts';
import { isSameQuery } from '#client/features/office/view-address.ts';
import { ViewForm } from '#client/features/office/view-form.tsx';
import { inputOf, ViewList } from '#client/features/office/view-list.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { VIEW_NOTICES } from '#shared/office-messages.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';
import styles from './views.module.css';

interface Props {
  list: StaffList;
  columns: readonly { id: string; head: string }[];
}

type Open = 'columns' | 'save' | 'views';

/** Makes something of a list as it is: other columns, a view of one's own, a file. */
export function ViewTools({ list, columns }: Props) {
  const { screen, path, query, queryOfView, kept, views, current } = list;
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const now = { screen, query: { ...query }, columns: [...kept.look.columns], density: kept.look.density };
  const isChanged =
    kept.isChanged ||
    (current !== null && current.dropped.length > 0) ||
    (queryOfView !== null && !isSameQuery(query, queryOfView));
  const save = useAction((view: SavedView) => utils.client.views.save.mutate({ ...inputOf(view), ...now }), {
    success: ({ name }) => VIEW_NOTICES.saved(name),
    failure: VIEW_NOTICES.saveFailed,
    after: async () => {
      await Promise.all([utils.views.invalidate(), utils[screen].savedCounts.invalidate()]);
      kept.reset();
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
      <a className={styles.file} href={fileHref(list)} download>
        CSV
        <span className="visually-hidden"> of this view</span>
      </a>
      <ColumnChooser
        open={open === 'columns'}
        onClose={close}
        columns={columns}
        look={kept.look}
        onChange={kept.change}
        onReset={kept.isChanged ? kept.reset : undefined}
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
