/** One mail to one address. */
export interface Mail {
  readonly to: string;
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
