import { type FormEvent, useRef, useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';

interface Props {
  /** The act, as it is called. */
  title: string;
  askedBy: string;
  isPending: boolean;
  /** Says no; what it throws is told of by whoever says it, but for what is wrong with the reason. */
  decline: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks once more before an act is declined, and why; whatever fails, what was typed stays. */
export function DeclineAct({ title, askedBy, isPending, decline, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [reason, setReason] = useState('');
  const ofReason = field('reason');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    show([]);
    if (!isPending) await decline(reason.trim()).catch(error => show(refusal(error).issues));
  };
  return (
    <KeptDialog open onClose={onClose} title="Decline this?">
      <Form ref={form} className={layout.stack} onSubmit={submit}>
        <p>{`${title}. ${askedBy || 'Whoever asked for it'} is told that you declined it; it would have to be asked for again.`}</p>
        <TextArea
          label="Why (they are told)"
          rows={2}
          maxLength={500}
          optional
          value={reason}
          {...ofReason}
          onChange={({ target }) => {
            setReason(target.value);
            ofReason.onChange();
          }}
        />
        <OtherErrors errors={errors} isShown={name => name === 'reason'} />
        <Choices onClose={onClose}>
          <Button type="submit" look="danger" busy={isPending}>
            Decline it
          </Button>
        </Choices>
      </Form>
    </KeptDialog>
  );
}
