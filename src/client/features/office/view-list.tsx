import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { ViewForm } from '#client/features/office/view-form.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { ListScreen } from '#shared/office-lists.ts';
import { VIEW_NOTICES } from '#shared/office-messages.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';
import styles from './views.module.css';

interface Props {
  screen: ListScreen;
  views: readonly SavedView[];
  onRemoved: (view: SavedView) => void;
  onClose: () => void;
}

/** The views that somebody has of a list: to be renamed, shared, moved and removed, as far as they may. */
export function ViewList({ screen, views, onRemoved, onClose }: Props) {
  const { client, views: queries } = trpc.useUtils();
  const [edited, setEdited] = useState<SavedView | null>(null);
  const [asked, setAsked] = useState<SavedView | null>(null);
  const reorder = useAction(
    (ids: readonly string[]) => client.views.reorder.mutate({ screen, views: ids.map(_id => ({ _id })) }),
    { failure: VIEW_NOTICES.reorderFailed, after: answer => queries.list.setData({ screen }, answer) },
  );
  const remove = useAction((view: SavedView) => client.views.remove.mutate({ _id: view._id }), {
    failure: VIEW_NOTICES.removeFailed,
    success: () => (asked ? VIEW_NOTICES.removed(asked.name) : undefined),
    after: async () => {
      if (asked) onRemoved(asked);
      setAsked(null);
      await queries.invalidate();
    },
  });
  if (edited)
    return (
      <ViewForm view={inputOf(edited)} onSaved={() => setEdited(null)} onClose={() => setEdited(null)} />
    );

  const own = views.filter(({ mayChange }) => mayChange);
  const swap = (view: SavedView, by: 1 | -1) => {
    const ids = own.map(({ _id }) => _id).filter(id => id !== view._id);
    ids.splice(own.indexOf(view) + by, 0, view._id);
    reorder.mutate(ids);
  };
  return (
    <Dialog open onClose={onClose} title="Your views">
      <ul className={styles.views}>
        {views.map(view => (
          <li key={view._id}>
            <span>
              {view.name}
              <small>{whose(view)}</small>
            </span>
            {view.mayChange && asked?._id !== view._id && (
              <>
                <Button
                  look="icon"
                  aria-label={`${view.name} up`}
                  unable={view === own[0]}
                  onClick={() => swap(view, -1)}
                >
                  <span className={styles.up}>
                    <Icon name="chevronDown" size={18} />
                  </span>
                </Button>
                <Button
                  look="icon"
                  aria-label={`${view.name} down`}
                  unable={view === own.at(-1)}
                  onClick={() => swap(view, 1)}
                >
                  <Icon name="chevronDown" size={18} />
                </Button>
                <Button size="small" aria-label={`Change ${view.name}`} onClick={() => setEdited(view)}>
                  Change
                </Button>
                <Button look="icon" aria-label={`Remove ${view.name}`} onClick={() => setAsked(view)}>
                  <Icon name="trash" size={18} />
                </Button>
              </>
            )}
            {asked?._id === view._id && (
              <div className={styles.ask}>
                <p>{view.shared ? 'Remove it for all staff?' : 'Remove it?'}</p>
                <Button
                  size="small"
                  look="danger"
                  busy={remove.isPending}
                  onClick={() => remove.mutate(view)}
                >
                  Remove
                </Button>
                <Button size="small" onClick={() => setAsked(null)}>
                  Keep
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const whose = ({ shared, mayChange, by }: SavedView) => {
  if (!shared) return 'yours alone';
  return mayChange ? 'shared with all staff' : `shared by ${by.name}`;
};

/** The same view as it is sent to be saved. */
export const inputOf = ({ _id, screen, name, query, columns, density, shared }: SavedView) => ({
  ...{ _id, screen, name, query, columns, density, shared },
});
