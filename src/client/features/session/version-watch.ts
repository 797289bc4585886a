import { useEffect } from 'react';
import { notify } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { POLL_MS } from '#shared/constants.ts';
import { SITE_NOTICES } from '#shared/messages.ts';

/**
 * Asks every ten minutes whether the shop was built anew since this page was loaded, and says so once, to stay
 * (rule N8). A poll that fails is silent: the next one comes.
 */
export function useVersionWatch(): void {
  const { client } = trpc.useUtils();
  const { data } = trpc.site.get.useQuery({}, { enabled: false });
  const loaded = data?.siteVersion;
  useEffect(() => {
    if (loaded === undefined) return;
    const timer = setInterval(async () => {
      const now = await client.site.version.query({}).catch(() => null);
      if (!now || now.siteVersion === loaded) return;
      clearInterval(timer);
      notify(SITE_NOTICES.newVersion);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [client, loaded]);
}
