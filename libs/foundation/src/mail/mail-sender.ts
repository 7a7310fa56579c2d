/** One mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Somebody waits for it at a screen: it goes by connections of its own, past whatever else is being sent. */
  readonly isAwaited?: boolean;
  /** The same for every attempt at the same mail, so that a receiver can tell a repeat. */
  readonly idempotencyKey: string;
  /** The one-time code that the text carries. Shown by the development outbox only, never sent apart or logged. */
  readonly code?: string;
}

/** Hands a mail over for delivery. A refusal or a timeout throws, and the outbox tries again. */
export abstract class MailSender {
  abstract send(mail: Mail): Promise<void>;
}
