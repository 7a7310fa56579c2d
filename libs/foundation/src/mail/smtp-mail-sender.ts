import { createTransport } from 'nodemailer';
import type SmtpPool from 'nodemailer/lib/smtp-pool';
import { domainOf, type MailSettings } from '../config/mail-settings';
import { LANES } from '../outbox/outbox-lanes';
import { oneLine } from './mail-page';
import { type Mail, type MailFrom, MailRefusedError, type MailSender } from './mail-sender';

/** Shorter than the outbox lease, so that a hanging attempt ends before another process takes the message. */
const TIMEOUT_MS = 8_000;

/** The limit of mails of one App that are sent at the same time. */
export const BULK_MAILS_AT_ONCE = 2;
const BULK_CONNECTIONS = BULK_MAILS_AT_ONCE * LANES['notifications.mail'].together;

type Transports = Readonly<Record<'awaited' | 'bulk' | 'others', ReturnType<typeof pooledTransport>>>;

/** Sends over SMTP, with STARTTLS where the server offers it and AUTH where the URL carries credentials. */
export class SmtpMailSender implements MailSender {
  private made: Transports | undefined;

  constructor(
    private readonly smtpUrl: string,
    private readonly settings: Omit<MailSettings, 'smtpUrl'>,
  ) {}

  async send(mail: Mail): Promise<void> {
    const domain = domainOf(this.settings.fromAddress).replace(/[^\w.-]/g, '') || 'localhost';
    const { awaited, bulk, others } = this.transports();
    const transport = mail.isAwaited ? awaited : mail.isBulk ? bulk : others;
    try {
      await transport.sendMail({
        from: this.senderOf(mail.from),
        ...(mail.from?.replyTo ? { replyTo: { name: '', address: mail.from.replyTo } } : {}),
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.idempotencyKey}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
      });
    } catch (error) {
      throw isRefusal(error) ? new MailRefusedError((error as Error).message, { cause: error }) : error;
    }
  }

  close(): void {
    for (const transport of Object.values(this.made ?? {})) transport.close();
  }

  /** The domain is looked at with each mail: it may be listed no more since an App was given an address of it. */
  private senderOf(given: MailFrom | null): string | { name: string; address: string } {
    const { from, fromAddress, fromDomains } = this.settings;
    if (!given) return from;
    const { name, address } = given;
    const listed = address !== null && fromDomains.includes(domainOf(address)) ? address : null;
    return { name: oneLine(name), address: listed ?? fromAddress };
  }

  /** Created with the first mail. */
  private transports(): Transports {
    return (this.made ??= {
      // One connection for each place of the lane, so that no mail waits behind one that hangs.
      awaited: pooledTransport(this.smtpUrl, LANES['codes.mail'].places),
      bulk: pooledTransport(this.smtpUrl, BULK_CONNECTIONS),
      others: pooledTransport(this.smtpUrl, LANES.mail.places),
    });
  }
}

/** Whether the recipient or the content was refused permanently, rather than the sender or our credentials. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');
}

function pooledTransport(url: string, maxConnections: number) {
  const options: SmtpPool.Options = {
    url,
    pool: true,
    maxConnections,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The templates are ours, but a mail must never make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options);
}
