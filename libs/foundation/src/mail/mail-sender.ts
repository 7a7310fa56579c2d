/** In whose name a mail is sent. */
export interface MailFrom {
  readonly name: string;
  /** Null for that of the installation, which also stands in for one of a domain that the configuration does not list. */
  readonly address: string | null;
  /** Where answers go; null for the address that the mail is from. */
  readonly replyTo: string | null;
}

/** One mail to one address. */
export interface Mail {
  readonly to: string;
  /** Null for the installation. */
  readonly from: MailFrom | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Someone waits for this mail at a screen: it has connections of its own. */
  readonly isAwaited?: boolean;
  /** One of many equal mails: they have connections of their own, so that other mail does not wait behind them. */
  readonly isBulk?: boolean;
  /** Further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for every attempt at the same mail, so that a receiver can recognise a repeat. */
  readonly idempotencyKey: string;
  /** The one-time code in the text, shown by the development outbox only. */
  readonly code?: string;
}

/** The server permanently refuses the recipient or the content. */
export class MailRefusedError extends Error {}

/** Sends a mail. Throws on a refusal or a timeout, and the outbox tries again. */
export abstract class MailSender {
  /** @throws MailRefusedError if another attempt would fail as well. */
  abstract send(mail: Mail): Promise<void>;
}
