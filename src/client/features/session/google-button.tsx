import { useEffect, useEffectEvent, useRef } from 'react';
import { useGoogle } from '#client/features/session/session.ts';
import { logFailure } from '#client/log.ts';
import { trpc } from '#client/trpc.ts';
import styles from './account-forms.module.css';

interface GoogleIdentityServices {
  accounts: {
    id: {
      initialize(settings: { client_id: string; callback: (answer: { credential: string }) => void }): void;
      renderButton(place: HTMLElement, look: Record<string, string | number>): void;
    };
  };
}

declare global {
  interface Window {
    google?: GoogleIdentityServices;
  }
}

const SOURCE = 'https://accounts.google.com/gsi/client';

let loading: Promise<GoogleIdentityServices> | null = null;

function loadGoogle(): Promise<GoogleIdentityServices> {
  loading ??= new Promise<GoogleIdentityServices>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SOURCE;
    script.async = true;
    script.onload = () => (window.google ? resolve(window.google) : reject(new Error('nothing was loaded')));
    script.onerror = () => reject(new Error('could not be loaded'));
    document.head.append(script);
  }).catch(error => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Google's own button, where the shop has one. Those who can't reach Google sign in as ever. */
export function GoogleButton({ then }: { then: () => unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const { data } = trpc.auth.options.useQuery({}, { staleTime: Number.POSITIVE_INFINITY });
  const signIn = useGoogle(then);
  const onCredential = useEffectEvent((credential: string) => signIn.mutate(credential));
  const clientId = data?.googleClientId ?? null;
  useEffect(() => {
    if (clientId === null) return;
    let isGone = false;
    loadGoogle()
      .then(google => {
        if (isGone || !place.current) return;
        google.accounts.id.initialize({
          client_id: clientId,
          callback: ({ credential }) => onCredential(credential),
        });
        google.accounts.id.renderButton(place.current, {
          theme: 'outline',
          size: 'large',
          text: 'continue_with',
        });
      })
      .catch(error => logFailure('Google sign-in', error));
    return () => {
      isGone = true;
    };
  }, [clientId]);
  return clientId === null ? null : <div className={styles.google} ref={place} />;
}
