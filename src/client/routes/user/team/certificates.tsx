import { type FormEvent, useRef } from 'react';
import { sendFile } from '#client/features/accounts/send-file.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { DATE } from '#client/ui/moment.ts';
import rows from '#client/ui/rows.module.css';
import { MAX_CERTIFICATE_MB } from '#shared/constants.ts';
import { TEAM_NOTICES } from '#shared/messages.ts';
import type { Company } from '#shared/schemas/companies.ts';
import styles from './team.module.css';

type Certificate = Company['certificates'][number];

interface Props {
  company: Company;
  put: (company: Company) => void;
}

const STATES: Record<Certificate['state'], string> = {
  waiting: 'Under review',
  accepted: 'Accepted',
  expired: 'Expired',
  replaced: 'Replaced',
};

/** Shows what the company handed in so that no sales tax is charged. Staff decide. */
export function Certificates({ company, put }: Props) {
  const { certificates, taxExempt } = company;
  const [newest] = certificates;
  return (
    <section aria-labelledby="certificates" className={styles.part}>
      <h2 id="certificates">Certificate of exemption</h2>
      <p className={styles.hint}>
        {taxExempt
          ? 'Your company is exempt: we don’t charge it sales tax.'
          : 'If you resell what you buy, or are exempt from sales tax: once we have accepted your certificate, we don’t charge you any.'}
      </p>
      {certificates.length > 0 && (
        <ul className={rows.rows}>
          {certificates.map(one => (
            <li key={one._id} className={rows.row}>
              <span className={rows.who}>
                <a href={`/api/v1/companies/${company._id}/certificates/${one._id}`} download>
                  {one.name}
                </a>
                <span>{`Uploaded on ${DATE.format(new Date(one.createdAt))}`}</span>
              </span>
              <span className={rows.facts}>
                <b>{STATES[one.state]}</b>
                {one.expiresOn && (
                  <span className={styles.term}>{termOf(one.expiresOn, one.state === 'expired')}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <HandIn {...{ company, put }} isReplacing={newest !== undefined} />
    </section>
  );
}

const termOf = (expiresOn: string, isOver: boolean) =>
  `${isOver ? 'Was valid' : 'Valid'} until ${DATE.format(new Date(expiresOn))}`;

function HandIn({ company, put, isReplacing }: Props & { isReplacing: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const { errors, show, forget } = useFormErrors(form);
  const handIn = useAction(
    (said: FormData) => sendFile<Company>(`/companies/${company._id}/certificates`, said),
    {
      success: TEAM_NOTICES.handedIn,
      failure: TEAM_NOTICES.handInFailed,
      after: put,
    },
  );
  const isReady = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    const fault = faultOf(said.get('file'));
    if (fault) return show([{ path: ['file'], message: fault }]);
    handIn.mutate(said, {
      onSuccess: () => form.current?.reset(),
      onError: error => show(refusal(error).issues),
    });
  };
  return (
    <Form className={styles.inline} ref={form} onSubmit={submit} aria-labelledby="certificates">
      <TextField
        label="Certificate"
        name="file"
        type="file"
        accept="application/pdf,image/jpeg,image/png,image/webp"
        hint={`A PDF or a picture, up to ${MAX_CERTIFICATE_MB} MB.`}
        error={errors.file}
        onChange={() => forget('file')}
      />
      <TextField
        label="Valid until"
        name="expiresOn"
        type="date"
        optional
        error={errors.expiresOn}
        onChange={() => forget('expiresOn')}
      />
      <Button type="submit" unable={!isReady} busy={handIn.isPending}>
        {handIn.isPending ? 'Sending' : isReplacing ? 'Replace it' : 'Upload it'}
      </Button>
    </Form>
  );
}

/** Says why a file would be refused, which is then not sent: a large file takes its time. */
function faultOf(file: FormDataEntryValue | null): string | null {
  if (!(file instanceof File) || file.size === 0) return 'is required';
  return file.size > MAX_CERTIFICATE_MB * 1024 * 1024 ? `is larger than ${MAX_CERTIFICATE_MB} MB` : null;
}
