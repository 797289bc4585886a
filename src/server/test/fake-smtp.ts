import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/**
 * A fault of the next mails. `temporary` and `permanent` refuse the recipient, `sender` the shop itself.
 * `drop`: cut before the mail is taken. `drop_after`: taken, but the answer is lost.
 */
export type SmtpFault = 'temporary' | 'permanent' | 'sender' | 'drop' | 'drop_after' | { delayMs: number };

export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] };
  raw: string;
}

export type FakeSmtp = Awaited<ReturnType<typeof startFakeSmtp>>;

/** A mail server on the loopback address that keeps what it takes; `login` asks for user and password. */
export async function startFakeSmtp({ login = false } = {}) {
  const mails: ReceivedMail[] = [];
  const faults: SmtpFault[] = [];
  const sockets = new Set<Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: !login,
    disabledCommands: login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'shop' && password === 'right') return done(null, { user: username });
      done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onMailFrom(_address, _session, done) {
      if (faults[0] !== 'sender') return done();
      faults.shift();
      done(Object.assign(new Error('Not allowed to send from here'), { responseCode: 553 }));
    },
    onRcptTo(_address, _session, done) {
      const fault = faults[0];
      if (fault !== 'temporary' && fault !== 'permanent') return done();
      faults.shift();
      const [text, responseCode] = fault === 'temporary' ? ['Try again later', 451] : ['No such user', 550];
      done(Object.assign(new Error(String(text)), { responseCode }));
    },
    onData(stream, session, done) {
      const fault = faults.shift();
      if (fault === 'drop') {
        stream.on('error', () => {});
        return cutAll();
      }
      receive(stream, session, fault)
        .then(mail => mails.push(mail))
        .then(() => (fault === 'drop_after' ? cutAll() : done()))
        .catch(done);
    },
  });
  // A client that hangs up is part of the tests, not a failure.
  server.on('error', () => {});
  server.server.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    port,
    url: (user?: string, password?: string) =>
      `smtp://${user === undefined ? '' : `${user}:${password}@`}127.0.0.1:${port}`,
    /** The next `times` mails meet this fault, after those queued before. */
    fail(fault: SmtpFault, times = 1) {
      for (let n = 0; n < times; n++) faults.push(fault);
    },
    recover: () => faults.splice(0),
    close: async () => {
      cutAll();
      await new Promise<void>(resolve => server.close(resolve));
    },
  };
}

async function receive(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  fault: SmtpFault | undefined,
): Promise<ReceivedMail> {
  const raw = await read(stream);
  if (typeof fault === 'object') await new Promise(resolve => setTimeout(resolve, fault.delayMs));
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  const to = envelope.rcptTo.map(({ address }) => address);
  return { ...(await PostalMime.parse(raw)), envelope: { from, to }, raw: raw.toString() };
}

async function read(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
