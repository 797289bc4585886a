import { type RefObject, useState } from 'react';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { saveUntouched } from '#client/features/office/save-untouched.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { useFormErrors } from '#client/ui/form-errors.ts';
import type { Draft } from '#client/ui/record/use-draft.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { SETTINGS_NOTICES } from '#shared/office-messages.ts';
import type { SaveSite, Settings } from '#shared/schemas/staff-settings.ts';

interface Saving<Fields extends object> {
  site: Settings;
  draft: Draft<Fields>;
  form: RefObject<HTMLFormElement | null>;
  fieldsOf: (site: Settings) => Fields;
  /** Makes of a draft what the server takes, and says what can't be made of it. */
  changesOf: (draft: Draft<Fields>) => { site: SaveSite['site']; issues?: FieldIssue[] };
  /** Names what the server found wrong by the fields of the form, from paths within the settings. */
  issuesOf?: (issues: readonly FieldIssue[], draft: Draft<Fields>) => FieldIssue[];
}

/** Saves the draft of a screen of the site settings. */
export function useSaveSettings<Fields extends object>({
  site,
  draft,
  form,
  fieldsOf,
  changesOf,
  issuesOf = issues => [...issues],
}: Saving<Fields>) {
  const queries = trpc.useUtils();
  const failure = useFailureNotice();
  const { errors, show, forget } = useFormErrors(form);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState(0);

  const send = async (changes: SaveSite['site']) => {
    const sent = draft.typed;
    const saved = await saveUntouched(site, {
      send: ({ version }) =>
        queries.client.site.save.mutate({ version, site: changes }).then(saved => saved.site),
      reread: () => queries.site.settings.fetch({}, { staleTime: 0 }).then(read => read.site),
      fieldsOf,
    });
    draft.begin(fieldsOf(saved), sent);
    notify(SETTINGS_NOTICES.saved);
    await Promise.all([queries.site.settings.invalidate(), queries.site.get.invalidate()]);
  };

  const save = async () => {
    if (isSaving || draft.changed.length === 0) return;
    const { site: changes, issues = [] } = changesOf(draft);
    failure.end();
    show(issues);
    if (issues.length > 0) return;
    setSaving(true);
    try {
      await send(changes);
    } catch (error) {
      const { reason, issues: found } = refusal(error);
      if (reason === 'invalid') show(issuesOf(found.map(withinSettings), draft));
      else failure.tell(error, SETTINGS_NOTICES.failed);
      // The draft is put onto what is there now, and shows what somebody else changed.
      if (reason === 'stale') {
        await queries.site.settings.invalidate();
        setRefused(before => before + 1);
      }
    } finally {
      setSaving(false);
    }
  };

  /** Types fields over; what was said of them is forgotten. */
  const type = (changes: Partial<Fields>, ...named: string[]) => {
    draft.type(changes);
    for (const name of [...Object.keys(changes), ...named]) forget(name);
  };
  return { save, type, isSaving, errors, refused };
}

const withinSettings = ({ path, message }: FieldIssue): FieldIssue => ({
  path: path[0] === 'site' ? path.slice(1) : path,
  message,
});
