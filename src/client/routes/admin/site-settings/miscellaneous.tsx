import { useRef } from 'react';
import { DemandFactor } from '#client/features/accounts/demand-factor.tsx';
import { useSaveKeys } from '#client/features/office/record-keys.ts';
import { Panel } from '#client/features/office/record-page.tsx';
import { useUser } from '#client/features/session/session.ts';
import { KeptFields } from '#client/routes/admin/site-settings/kept-fields.tsx';
import {
  changesOf,
  fieldsOf,
  issuesOf,
  labelOf,
  type MiscField,
  type MiscFields,
} from '#client/routes/admin/site-settings/misc-fields.ts';
import { type Loaded, SettingsPage } from '#client/routes/admin/site-settings/settings-page.tsx';
import { useSaveSettings } from '#client/routes/admin/site-settings/use-save-settings.ts';
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { OthersChanges } from '#client/ui/record/others-changes.tsx';
import { SaveBar } from '#client/ui/record/save-bar.tsx';
import { useDraft } from '#client/ui/record/use-draft.ts';
import styles from './settings.module.css';

/** Shows /admin/site-settings/miscellaneous. */
export function Component() {
  return <SettingsPage title="Miscellaneous">{loaded => <Miscellaneous {...loaded} />}</SettingsPage>;
}

function Miscellaneous({ site, staff }: Loaded) {
  useSaveKeys();
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft<MiscFields>(`miscellaneous ${user?._id}`, fieldsOf(site));
  const saving = useSaveSettings({ site, draft, form, fieldsOf, changesOf, issuesOf });
  const { save, type, isSaving, errors, refused } = saving;
  const nameOf = (_id: string) =>
    staff.find(one => one._id === _id)?.email ?? 'an account that is not of the staff';
  const field = (name: MiscField) => ({
    label: labelOf(name),
    name,
    value: draft.values[name],
    error: errors[name] ?? null,
    optional: 'plainly' as const,
    onChange: ({ target }: { target: { value: string } }) =>
      type({ [name]: target.value } as Partial<MiscFields>),
  });
  const account = (name: 'special0' | 'special1') => (
    <SelectField {...field(name)}>
      <option value="">Nobody</option>
      {draft.values[name] !== '' && !staff.some(({ _id }) => _id === draft.values[name]) && (
        <option value={draft.values[name]}>An account that is not of the staff</option>
      )}
      {staff.map(({ _id, name: person, email }) => (
        <option key={_id} value={_id}>
          {person ? `${person} (${email})` : email}
        </option>
      ))}
    </SelectField>
  );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      <OthersChanges
        draft={draft}
        labelOf={labelOf}
        textOf={(name, value) =>
          name.startsWith('special') && value ? nameOf(String(value)) : String(value)
        }
        refused={refused}
      />
      <Panel title="Shop">
        <div className={styles.fields}>
          <TextField
            {...field('timeZone')}
            optional={false}
            list="zones"
            autoComplete="off"
            hint="Opening hours, dates of orders and due dates go by it."
          />
          <datalist id="zones">
            {Intl.supportedValuesOf('timeZone').map(zone => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <TextField
            {...field('termsDays')}
            optional={false}
            inputMode="numeric"
            hint="Until an order on Terms is due, unless its company has its own."
          />
          <TextField
            {...field('heldLimit')}
            optional={false}
            inputMode="decimal"
            hint="In dollars. One visitor holds no more than this without paying for longer than two minutes."
          />
        </div>
      </Panel>
      <Panel title="Special accounts">
        <p className={styles.about}>
          They alone see the variants screen and the information section of the home page.
        </p>
        <div className={styles.accounts}>
          {account('special0')}
          {account('special1')}
        </div>
      </Panel>
      <Panel title="Limits for Employees">
        <p className={styles.about}>
          Refunds, returns, edits and store credit together, and what they take off a price, in an order or a
          quote. Above it an Admin decides, on the start page. Empty: no limit.
        </p>
        <div className={styles.fields}>
          <TextField {...field('employeeOrderLimit')} inputMode="decimal" hint="In dollars, for one order." />
          <TextField
            {...field('employeeDayLimit')}
            inputMode="decimal"
            hint="In dollars, on one day of the shop, for all orders."
          />
          <TextField
            {...field('employeePriceLimit')}
            inputMode="numeric"
            hint="Off what the customer would pay for one of it."
          />
        </div>
      </Panel>
      <Panel title="Search">
        <div className={`${styles.fields} ${styles.wide}`}>
          <TextArea
            {...field('popularSearches')}
            rows={6}
            hint="One a line. Offered where a search finds nothing."
          />
          <TextArea
            {...field('synonyms')}
            rows={6}
            hint="One a line: what people ask for, a colon, and what products are called, such as “button: knob, pull”."
          />
        </div>
      </Panel>
      <Panel title="How long things are kept">
        <KeptFields draft={draft} errors={errors} type={type} />
      </Panel>
      <Panel title="Second factor of staff">
        <div className={styles.factor}>
          <DemandFactor />
        </div>
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
