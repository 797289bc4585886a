import { useRef } from 'react';
import { useSaveKeys } from '#client/features/office/record-keys.ts';
import { Panel } from '#client/features/office/record-page.tsx';
import { useUser } from '#client/features/session/session.ts';
import { ClosedDaysField } from '#client/routes/admin/site-settings/closed-days-field.tsx';
import {
  COMPANY_LABELS,
  type CompanyFields,
  type CompanyText,
  changesOf,
  fieldsOf,
  labelOf,
  textOf,
} from '#client/routes/admin/site-settings/company-fields.ts';
import { HoursField } from '#client/routes/admin/site-settings/hours-field.tsx';
import { HoursPreview } from '#client/routes/admin/site-settings/hours-preview.tsx';
import { SettingsPage } from '#client/routes/admin/site-settings/settings-page.tsx';
import { useSaveSettings } from '#client/routes/admin/site-settings/use-save-settings.ts';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { OthersChanges } from '#client/ui/record/others-changes.tsx';
import { SaveBar } from '#client/ui/record/save-bar.tsx';
import { useDraft } from '#client/ui/record/use-draft.ts';
import type { Settings } from '#shared/schemas/staff-settings.ts';
import styles from './settings.module.css';

/** Shows /admin/site-settings/company-information. */
export function Component() {
  return <SettingsPage title="Company information">{({ site }) => <Company site={site} />}</SettingsPage>;
}

function Company({ site }: { site: Settings }) {
  useSaveKeys();
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft<CompanyFields>(`company information ${user?._id}`, fieldsOf(site));
  const { save, type, isSaving, errors, refused } = useSaveSettings({
    site,
    draft,
    form,
    fieldsOf,
    changesOf,
  });
  const text = (name: CompanyText) => ({
    label: COMPANY_LABELS[name],
    name,
    value: draft.values[name],
    error: errors[name] ?? null,
    optional: 'plainly' as const,
    onChange: ({ target }: { target: { value: string } }) =>
      type({ [name]: target.value } as Partial<Record<CompanyText, string>>),
  });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      <OthersChanges draft={draft} labelOf={labelOf} textOf={textOf} refused={refused} />
      <Panel title="Contact">
        <div className={styles.fields}>
          <TextField {...text('name')} optional={false} hint="In emails, on invoices and on packing slips." />
          <TextField {...text('phone')} type="tel" autoComplete="off" />
          <TextField
            {...text('email')}
            type="email"
            autoComplete="off"
            hint="Messages from visitors go to it."
          />
          <TextArea {...text('address')} rows={2} />
        </div>
      </Panel>
      <div className={styles.columns}>
        <Panel title="Opening hours">
          <HoursField draft={draft} errors={errors} type={type} />
          <div className={styles.fields}>
            <TextField {...text('closedNote')} hint="Stands below the hours." />
          </div>
        </Panel>
        <Panel title="In the shop">
          <HoursPreview values={draft.values} timeZone={site.timeZone} />
        </Panel>
      </div>
      <Panel title="Closed days">
        <ClosedDaysField draft={draft} errors={errors} type={type} />
      </Panel>
      <SaveBar
        changes={draft.changed.map(labelOf)}
        busy={isSaving}
        onSave={() => void save()}
        onDiscard={draft.discard}
      />
    </form>
  );
}
