import { useState } from 'react';
import { HowMany } from '#client/features/office/how-many.tsx';
import { type Column, IndexTable } from '#client/features/office/index-table.tsx';
import { Chips, Narrow, NarrowChoice, NarrowDays } from '#client/features/office/narrow.tsx';
import { Panel, RecordColumns } from '#client/features/office/record-page.tsx';
import { useSelection } from '#client/features/office/selection.ts';
import { Timeline } from '#client/features/office/timeline.tsx';
import {
  ENTRIES,
  FAILED,
  LOADING,
  RECORD,
  ROWS,
  type Thing,
} from '#client/routes/admin/kitchen-sink/samples.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { keepMine, newDraft, rebase, takeTheirs, typeOver, valuesOf } from '#client/ui/record/draft.ts';
import { OthersChanges } from '#client/ui/record/others-changes.tsx';
import { SaveBar } from '#client/ui/record/save-bar.tsx';
import type { Draft } from '#client/ui/record/use-draft.ts';
import { formatMoney } from '#shared/rules/money.ts';

/** Shows the patterns of the back office by themselves, for whoever builds with them. */
export function Component() {
  return (
    <>
      <PageHead title="Kitchen sink" description="The patterns of the back office." hidden />
      <h1>Kitchen sink</h1>
      <List />
      <RecordColumns
        beside={
          <Timeline
            title="History"
            kind="order"
            subject={ENTRIES[0]._id}
            source={{ entries: ENTRIES, error: null, onRetry: () => {} }}
          />
        }
      >
        <RecordSample />
      </RecordColumns>
    </>
  );
}

const COLUMNS: readonly Column<Thing, { sum: Thing['total'] }>[] = [
  {
    id: 'name',
    head: 'Name',
    sort: 'name',
    cell: ({ name }) => <a href="#sample">{name}</a>,
    foot: () => 'Sum',
  },
  { id: 'state', head: 'State', cell: ({ state }) => state },
  {
    id: 'total',
    head: 'Total',
    sort: 'total',
    isFigure: true,
    cell: ({ total }) => formatMoney(total),
    foot: ({ sum }) => formatMoney(sum),
  },
];

const STATES = { open: 'Open', done: 'Done' };

/** A list: narrowed, with rows that are chosen; while it is read, where it failed, where it has no such page. */
function List() {
  const address = useListAddress();
  const { chosen, choose } = useSelection<Thing>('things');
  const failure = () => 'The things could not be read.';
  return (
    <Panel title="A list">
      <Narrow name="Search the things" label="Name of a thing" address={address}>
        <NarrowChoice label="State" name="state" words={STATES} address={address} />
        <NarrowDays address={address} />
      </Narrow>
      <Chips
        address={address}
        chips={[
          { name: 'state', text: 'Open' },
          { name: 'from', text: 'from 2026-11-24' },
        ]}
      />
      <HowMany total={ROWS.length} one="thing" many="things" />
      <IndexTable
        label="Things"
        columns={COLUMNS}
        rows={ROWS}
        keyOf={({ _id }) => _id}
        sort="-total"
        hrefOfSort={sort => address.hrefWith({ sort })}
        sums={{ sum: RECORD.sum }}
        choosing={{
          chosen,
          choose: (rows, isChosen) =>
            choose(
              rows.map(row => [row._id, row]),
              isChosen,
            ),
          nameOf: ({ name }) => name,
          toDeeds: () => {},
        }}
      />
      <Answered answer={LOADING} failure={failure}>
        {() => null}
      </Answered>
      <Answered answer={FAILED} failure={failure}>
        {() => null}
      </Answered>
      <PageOf address={{ ...address, page: 9 }} total={30} perPage={25} nothing={null}>
        {null}
      </PageOf>
    </Panel>
  );
}

type Fields = typeof RECORD.fields;
const BEGUN = typeOver(newDraft(RECORD.fields), { po: 'PO 2', notes: 'Ring twice' });
const LABELS: Record<keyof Fields, string> = { po: 'PO number', job: 'Job', notes: 'Notes' };

/** A record: two fields typed over, while somebody else changed one of them and a third. */
function RecordSample() {
  const [state, setState] = useState(rebase(BEGUN, { ...RECORD.fields, po: 'PO 9', job: 'Barton kitchen' }));
  const draft: Draft<Fields> = {
    values: valuesOf(state),
    stored: state.stored,
    changed: Object.keys(state.typed) as (keyof Fields)[],
    typed: state.typed,
    others: state.others,
    type: changes => setState(before => typeOver(before, changes)),
    takeTheirs: name => setState(before => takeTheirs(before, name)),
    keepMine: name => setState(before => keepMine(before, name)),
    discard: () => setState(newDraft(RECORD.fields)),
    begin: saved => setState(newDraft(saved)),
  };
  return (
    <Panel title="A record">
      <OthersChanges
        draft={draft}
        labelOf={name => LABELS[name]}
        textOf={(_, value) => String(value)}
        refused={0}
      />
      {(Object.keys(LABELS) as (keyof Fields)[]).map(name => (
        <TextField
          key={name}
          label={LABELS[name]}
          name={name}
          value={draft.values[name]}
          error={name === 'job' ? 'is not one of this customer’s jobs' : null}
          optional="plainly"
          onChange={({ target }) => draft.type({ [name]: target.value })}
        />
      ))}
      <Button look="primary">Take on</Button> <Button look="danger">Cancel the order</Button>{' '}
      <Button>Keep it</Button>
      <SaveBar
        changes={draft.changed.map(name => LABELS[name])}
        busy={false}
        onSave={draft.discard}
        onDiscard={draft.discard}
      />
    </Panel>
  );
}
