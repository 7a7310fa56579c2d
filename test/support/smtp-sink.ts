import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface SmtpSink {
  /** For SMTP_URL. */
  readonly url: string;
  /** What was accepted, oldest first. */
  readonly mails: Email[];
  /** The senders in their envelopes, in the same order. */
  readonly senders: string[];
  /** While true, every mail is temporarily refused (451). */
  refuse: boolean;
  /** Addresses that are refused for good (550). */
  refuses: (address: string) => boolean;
  /** Addresses for which the server stops answering. */
  hangs: (address: string) => boolean;
  /** Awaited when a mail has arrived, before that is confirmed. */
  taken: () => Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server that keeps what it accepts. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: Email[] = [];
  const senders: string[] = [];
  const sink = {
    refuse: false,
    refuses: (_address: string): boolean => false,
    hangs: (_address: string): boolean => false,
    taken: () => Promise.resolve(),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      if (sink.refuses(address)) callback(Object.assign(new Error(`no ${address} here`), { responseCode: 550 }));
      else if (!sink.hangs(address)) callback();
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (sink.refuse) {
          callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
          return;
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          senders.push(envelope.mailFrom ? envelope.mailFrom.address : '');
          void sink.taken().then(() => callback());
        });
      });
    },
  });
  // Some suites kill the sender in the middle of a mail.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    senders,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
