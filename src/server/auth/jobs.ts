import { sendResetLink } from '#server/auth/reset-password.ts';
import { tellKeyOwners } from '#server/auth/tell-key-owners.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';

export const authJobs = defineJobs({
  'send-reset-link': { run: (app, { email }: { email: string }) => sendResetLink(app, email) },
  'tell-key-owners': {
    run: (app, _, { signal }) => tellKeyOwners(app, new Date(), signal),
    everySeconds: 3600,
    offsetSeconds: 30,
  },
});
