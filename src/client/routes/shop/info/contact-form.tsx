import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { CONTACT_NOTICES } from '#shared/messages.ts';
import type { ContactMessage } from '#shared/schemas/site.ts';
import styles from './info.module.css';

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [isSent, setSent] = useState(false);
  const { errors, show, field } = useFormErrors(form);
  const { client } = trpc.useUtils();
  const send = useAction((input: ContactMessage) => client.site.contactUs.mutate(input), {
    success: CONTACT_NOTICES.sent,
    failure: CONTACT_NOTICES.failed,
    after: () => setSent(true),
  });
  const isReady = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', email = '', phone = '', message = '' } = textsOf(event.currentTarget);
    show([]);
    send.mutate(
      { name, email, message, ...(phone && { phone }) },
      { onError: error => show(refusal(error).issues) },
    );
  };
  if (isSent) {
    return (
      <div className={styles.sent}>
        <h2>Thank you</h2>
        <p>Your message is on its way. We will reply to the address you gave.</p>
        <Button onClick={() => setSent(false)}>Write another message</Button>
      </div>
    );
  }
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-label="Write to us">
      <TextField label="Full name" autoComplete="name" {...field('name')} />
      <TextField label="E-mail" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" optional error={errors.phone} />
      <TextArea label="Message" maxLength={5000} {...field('message')} />
      <div>
        <Button look="primary" type="submit" unable={!isReady} busy={send.isPending}>
          {send.isPending ? 'Sending' : 'Send'}
        </Button>
      </div>
    </Form>
  );
}
