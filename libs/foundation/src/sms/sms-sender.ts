import type { SupportedLocale } from '@libs/kernel';

/** One code to one number. */
export interface OtpSms {
  /** E.164. */
  readonly to: string;
  readonly locale: SupportedLocale;
  readonly code: string;
  readonly appName: string;
  /** The lifetime of the code. */
  readonly minutes: number;
  /** The whole message, for gateways without templates of their own. */
  readonly text: string;
  /** The same for every attempt at the same message, so that a gateway can recognise a repeat. */
  readonly idempotencyKey: string;
}

/** A notice to one number that something about its account was changed. */
export interface NoticeSms {
  /** E.164. */
  readonly to: string;
  readonly locale: SupportedLocale;
  /** The event, as the security events name it. */
  readonly event: string;
  /** The event in the words of the locale. */
  readonly change: string;
  readonly appName: string;
  /** The whole message, for gateways without templates of their own. */
  readonly text: string;
  /** The same for every attempt at the same message, so that a gateway can recognise a repeat. */
  readonly idempotencyKey: string;
}

/** The gateway will never accept this message. */
export class SmsRefusedError extends Error {
  /** @param reason a code of the gateway; never the number or the text. */
  constructor(reason: string) {
    super(`the SMS gateway refused the message: ${reason}`);
    this.name = 'SmsRefusedError';
  }
}

/**
 * Sends an SMS. Throws on a failure, and the outbox tries again.
 *
 * @throws SmsRefusedError when another attempt would fail as well.
 */
export abstract class SmsSender {
  abstract send(sms: OtpSms): Promise<void>;

  /** Whether notices are sent: false if the gateway has no template for them. */
  abstract readonly sendsNotices: boolean;

  abstract sendNotice(notice: NoticeSms): Promise<void>;
}
