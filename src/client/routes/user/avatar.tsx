import { type ChangeEvent, useId, useRef, useState } from 'react';
import { sendFile } from '#client/features/accounts/send-file.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { useReadUserAgain } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { UPLOAD_NOTICES } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './profile.module.css';

/** Shows a user's picture, or their initials, and the way to another one. */
export function Avatar({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const isReady = useHydrated();
  const readAgain = useReadUserAgain();
  const [refused, setRefused] = useState<string | null>(null);
  const upload = useAction((file: File) => sendFile('/photos/avatar', formOf(file)), {
    success: UPLOAD_NOTICES.uploaded,
    failure: UPLOAD_NOTICES.failed,
    after: readAgain,
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again after a failure.
    target.value = '';
    if (!file) return;
    setRefused(null);
    upload.mutate(file, { onError: error => setRefused(refusal(error).issues[0]?.message ?? null) });
  };
  return (
    <div className={styles.avatar}>
      <span className={styles.face}>
        {user.avatar === null ? (
          <span aria-hidden="true">{initials(user.name)}</span>
        ) : (
          <img src={`${user.avatar}/160.webp`} width={72} height={72} alt="Your avatar" />
        )}
      </span>
      <div>
        <Button
          size="small"
          disabled={!isReady}
          busy={upload.isPending}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {upload.isPending ? 'Uploading' : 'Change picture'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Picture"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onChange={choose}
        />
        <p id={hint}>JPEG, PNG, WebP, AVIF or GIF, up to 5 MB.</p>
        {refused && (
          <p className={styles.refused} role="alert">
            {refused}
          </p>
        )}
      </div>
    </div>
  );
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
