import type { Env } from '#server/env.ts';
import { clock } from '#server/time-and-chance.ts';

export interface Mail {
  /** An address, or Name <address>. */
  from: string;
  /** One address. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same at every attempt, with its angle brackets. */
  messageId: string;
  /** One address. */
  replyTo?: string;
  attachments?: { name: string; content: Buffer; contentType: string }[];
}

export interface MailTransport {
  readonly name: 'captured' | 'smtp';
  /** Hands the mail over, or throws a `MailError`. */
  send(mail: Mail): Promise<{ accepted: true; response: string }>;
  /** Why it would refuse or not hear us, named by the variable to mend; null: it answers. Asked when a shop starts. */
  problem(): Promise<string | null>;
  close(): void;
}

/** Why a mail was not taken. Permanent: this mail will never be; else it is worth another attempt later. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    message: string,
    readonly permanent: boolean,
  ) {
    super(message);
  }
}

export interface MailOptions extends Pick<Env, 'mail' | 'smtpUrl' | 'mode'> {
  /** For connecting and for each of the server's answers; a whole mail has four times that. */
  timeoutMs?: number;
}

/**
 * Mail goes by SMTP, or, captured, nowhere: then it stays where staff can read it. Live mode talks to servers
 * elsewhere only through TLS. The package is loaded at the first mail, which keeps the start short.
 */
export function createMailTransport({ timeoutMs = 15_000, ...options }: MailOptions): MailTransport {
  if (options.mail === 'captured' || options.smtpUrl === null) {
    return {
      name: 'captured',
      send: async () => ({ accepted: true, response: 'captured' }),
      problem: async () => null,
      close() {},
    };
  }
  const url = options.smtpUrl;
  let loading: ReturnType<typeof connect> | null = null;
  return {
    name: 'smtp',
    async send(mail) {
      loading ??= connect(url, options.mode, timeoutMs);
      const pool = await loading;
      try {
        // A server that drips its answers is never silent for long, and would keep a connection for good.
        const signal = clock.timeoutSignal(4 * timeoutMs);
        const { response } = await pool.sendMail({ ...messageOf(mail), signal });
        return { accepted: true, response: legible(response) };
      } catch (error) {
        throw readError(error);
      }
    },
    problem: () => problem(url, options.mode, Math.min(timeoutMs, PROBLEM_WITHIN_MS)),
    close() {
      loading?.then(pool => pool.close());
    },
  };
}

const PROBLEM_WITHIN_MS = 8_000;

/** On a connection of its own: the pool's are kept for mails, and wait longer. */
async function problem(url: string, mode: MailOptions['mode'], timeoutMs: number): Promise<string | null> {
  const pool = await connect(url, mode, timeoutMs);
  try {
    const late = new Promise<never>((_, reject) => {
      clock.setTimeout(() => reject(new Error('no answer in time')), timeoutMs).unref();
    });
    await Promise.race([pool.verify(), late]);
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const { host } = new URL(url);
    return code === 'EAUTH'
      ? `SMTP_URL: ${host} refuses the user or password`
      : `SMTP_URL: ${host} does not answer like a mail server (${legible(message)})`;
  } finally {
    pool.close();
  }
}

async function connect(url: string, mode: MailOptions['mode'], timeoutMs: number) {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    // The sender tries again later; at once only for a connection that was closed while it was idle.
    maxRequeues: 1,
    requireTLS: mode === 'live' && !isLoopback(new URL(url).hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

function messageOf({ attachments = [], replyTo, ...mail }: Mail) {
  return {
    ...mail,
    // Plain addresses can't be read as several.
    to: { name: '', address: mail.to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    attachments: attachments.map(({ name, ...attachment }) => ({ filename: name, ...attachment })),
  };
}

/**
 * For good is only what the server says of this mail. A refused login or sender or missing TLS (5xx too) is the
 * shop's fault: mails wait until it is mended.
 */
function readError(error: unknown): MailError {
  const { code, command, permanent, message } = error as {
    code?: string;
    command?: string;
    permanent?: boolean;
    message: string;
  };
  const isOfThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  return new MailError(legible(message), permanent === true && isOfThisMail);
}

/** Cleans what a server said: it may be anything, even what no database column takes. */
const legible = (said: string) =>
  said
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
    .trim();
