import { sendResetLink } from '#server/auth/reset-password.ts';
import { tellKeyOwners } from '#server/auth/tell-key-owners.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';
import { clock } from '#server/time-and-chance.ts';

export const authJobs = defineJobs({
  'send-reset-link': { run: (app, { email }: { email: string }) => sendResetLink(app, email) },
  'tell-key-owners': {
    run: (app, _, { signal }) => tellKeyOwners(app, clock.now(), signal),
    everySeconds: 3600,
    offsetSeconds: 30,
  },
});
