/** One mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Someone is waiting for it at a screen: it gets connections of its own, past whatever else is being sent. */
  readonly isAwaited?: boolean;
  /** The same for every attempt at the same mail, so that a receiver can recognise a repeat. */
  readonly idempotencyKey: string;
  /**
   * The one-time code that the text contains. Shown by the development outbox only, never sent separately or logged.
   */
  readonly code?: string;
}

/** Hands a mail over for delivery. Throws on a refusal or a timeout, and the outbox tries again. */
export abstract class MailSender {
  abstract send(mail: Mail): Promise<void>;
}
