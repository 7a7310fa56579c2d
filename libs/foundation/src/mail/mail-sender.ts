/** One mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Someone is waiting for it at a screen: it gets connections of its own, past whatever else is being sent. */
  readonly isAwaited?: boolean;
  /** One of many of the same: it gets connections of its own, so that other mail does not wait behind them. */
  readonly isBulk?: boolean;
  /** Further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for every attempt at the same mail, so that a receiver can recognise a repeat. */
  readonly idempotencyKey: string;
  /**
   * The one-time code that the text contains. Shown by the development outbox only, never sent separately or logged.
   */
  readonly code?: string;
}

/** The server will never take this mail: the address does not exist, or what it says is refused. */
export class MailRefusedError extends Error {}

/** Hands a mail over for delivery. Throws on a refusal or a timeout, and the outbox tries again. */
export abstract class MailSender {
  /** @throws MailRefusedError if there is no use in trying again. */
  abstract send(mail: Mail): Promise<void>;
}
