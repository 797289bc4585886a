import { type FormEvent, useState } from 'react';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { type NumberRow, numberRows } from '#client/routes/user/special-pricing/number-rows.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf } from '#client/ui/form-errors.ts';
import { PART_NUMBER_NOTICES } from '#shared/messages.ts';
import styles from './special-pricing.module.css';

/** Many of the company's own numbers at once, as they stand in a spreadsheet. */
export function PartNumberImport({ company }: { company: string }) {
  const { client, companies } = trpc.useUtils();
  const [problems, setProblems] = useState<string[]>([]);
  const save = useAction((rows: NumberRow[]) => client.companies.savePartNumbers.mutate({ company, rows }), {
    failure: PART_NUMBER_NOTICES.failed,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rows = numberRows(textsOf(event.currentTarget).numbers ?? '');
    if (rows.length === 0) return setProblems(['There is no row with two numbers.']);
    save.mutate(rows, {
      onSuccess: async ({ saved, issues }) => {
        setProblems(
          issues.map(({ path, message }) => {
            const row = rows[Number(path[1])];
            const number = path[2] === 'productNum' ? row?.productNum : row?.partNumber;
            return `Row ${Number(path[1]) + 1}: ${number} ${message}.`;
          }),
        );
        await companies.products.invalidate();
        if (saved > 0) notify(PART_NUMBER_NOTICES.savedMany(saved));
      },
    });
  };
  return (
    <details className={`${styles.import} no-print`}>
      <summary>Import your own part numbers</summary>
      <Form className={styles.numbers} onSubmit={submit} aria-label="Your own part numbers">
        <p>Only your team can search by them, and they appear on your orders and documents.</p>
        <TextArea
          label="Our number and yours, one item per row"
          name="numbers"
          rows={8}
          hint="Copied from a spreadsheet, or separated by a comma. Leave yours blank to remove it."
          autoComplete="off"
        />
        {problems.length > 0 && (
          <ul role="alert" className={styles.problems}>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        <div>
          <Button type="submit" busy={save.isPending}>
            Save the numbers
          </Button>
        </div>
      </Form>
    </details>
  );
}
