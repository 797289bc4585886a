import { defineJobs } from '#server/jobs/define-jobs.ts';
import { giveUpMail, sendQueuedMail } from '#server/mail/mail.ts';

/** Mails that a process sends at the same time. */
export const MAILS_AT_ONCE = 5;

export const mailJobs = defineJobs({
  'send-mail': {
    run: (app, { email }: { email: string }) => sendQueuedMail(app, email),
    // Two to three days: a mail server that is down over a weekend.
    retryLimit: 13,
    retryDelaySeconds: 15,
    concurrency: MAILS_AT_ONCE,
    whenDead: 'give-up-mail',
  },
  'give-up-mail': { run: (app, { email }: { email: string }) => giveUpMail(app, email) },
});
