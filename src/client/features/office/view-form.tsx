import { type FormEvent, useRef, useState } from 'react';
import { notify } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Checkbox, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { MAX_VIEW_NAME_LENGTH } from '#shared/office-lists.ts';
import { VIEW_NOTICES } from '#shared/office-messages.ts';
import type { SavedView, SaveView } from '#shared/schemas/staff-views.ts';
import styles from './views.module.css';

interface Props {
  /** Holds it as it will be saved, but for its name and who has it; with `_id` that view is changed. */
  view: Omit<SaveView, 'name' | 'shared'> & Partial<Pick<SaveView, 'name' | 'shared'>>;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** Asks what a view is to be called, and whether all staff have it. */
export function ViewForm({ view, onSaved, onClose }: Props) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const data = new FormData(event.currentTarget);
    const name = String(data.get('name') ?? '');
    setSaving(true);
    setFailure(null);
    try {
      const saved = await utils.client.views.save.mutate({ ...view, name, shared: data.has('shared') });
      await Promise.all([utils.views.invalidate(), utils[view.screen].savedCounts.invalidate()]);
      notify(VIEW_NOTICES.saved(saved.name));
      onSaved(saved);
    } catch (error) {
      const { issues, message } = refusal(error);
      show(issues);
      if (!issues.some(({ path }) => path[0] === 'name')) setFailure(message);
      setSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={view._id ? 'Change the view' : 'Save this view'}>
      <Form ref={form} onSubmit={save}>
        {!view._id && (
          <p className={styles.about}>It keeps the search, filters, order, columns and height of rows.</p>
        )}
        <TextField
          label="Name"
          maxLength={MAX_VIEW_NAME_LENGTH}
          autoComplete="off"
          defaultValue={view.name}
          {...field('name')}
        />
        <div className={styles.shared}>
          <Checkbox name="shared" label="Share it with all staff" defaultChecked={view.shared} />
        </div>
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <Choices onClose={onClose}>
          <Button type="submit" look="primary" busy={isSaving}>
            Save
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}
