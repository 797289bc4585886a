import { type ChangeEvent, type FormEvent, useState } from 'react';
import { addRows, MAX_LIST_ROWS } from '#client/features/quick-order/order-rows.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { readOrderList } from '#shared/rules/order-list.ts';
import styles from './list-entry.module.css';

const MAX_BYTES = 2_000_000;

interface Props {
  /** Lines that the field shows. */
  rows: number;
  /** Runs once rows were taken in. */
  onTaken?: () => void;
}

/** Takes a list in; what can't be taken stays in the field and says why. */
export function ListEntry({ rows, onTaken }: Props) {
  const isReady = useHydrated();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const take = (list: string): boolean => {
    const listed = readOrderList(list);
    const over = addRows(listed);
    const refusal =
      listed.length === 0
        ? 'Nothing to look up yet: write a number and a quantity on each line.'
        : over > 0
          ? `That is ${over.toLocaleString('en-US')} rows more than the ${MAX_LIST_ROWS.toLocaleString('en-US')} that fit. Please split it into several orders.`
          : null;
    setError(refusal);
    if (refusal === null) onTaken?.();
    return refusal === null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (take(text)) setText('');
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    const refusal = await faultOf(file);
    if (refusal) setError(refusal);
    else take(await file.text());
  };
  return (
    <Form className={styles.entry} onSubmit={submit}>
      <TextArea
        label="Numbers and quantities"
        name="list"
        rows={rows}
        placeholder={'CW1907-64MB, 12\n24 x H80-FSSO'}
        hint="One item per line. Paste from a spreadsheet, or upload it as a CSV or text file; a heading says which column is which."
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={event => {
          setText(event.target.value);
          setError(null);
        }}
      />
      <div className={styles.ways}>
        <Button look="primary" type="submit" disabled={!isReady}>
          Look them up
        </Button>
        <label className={styles.upload}>
          Upload a list
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            disabled={!isReady}
            onChange={upload}
          />
        </label>
      </div>
    </Form>
  );
}

async function faultOf(file: File): Promise<string | null> {
  if (file.size > MAX_BYTES) return 'That file is larger than 2 MB. Please split it into several orders.';
  const start = new Uint8Array(await file.slice(0, 1000).arrayBuffer());
  return start.includes(0) || /\.(xlsx?|ods|numbers|pdf)$/i.test(file.name)
    ? 'That isn’t a text file. Save the list as CSV, or copy its cells into the field.'
    : null;
}
