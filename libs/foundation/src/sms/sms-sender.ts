import type { SupportedLocale } from '@libs/kernel';

/** One code to one number. */
export interface OtpSms {
  /** E.164. */
  readonly to: string;
  readonly locale: SupportedLocale;
  readonly code: string;
  readonly appName: string;
  /** How long the code is valid from its making. */
  readonly minutes: number;
  /** The whole message, for gateways without templates of their own. */
  readonly text: string;
  /** The same for every attempt at the same message, so that a gateway can tell a repeat. */
  readonly idempotencyKey: string;
}

/** Word to one number that something about its account was changed. */
export interface NoticeSms {
  /** E.164. */
  readonly to: string;
  readonly locale: SupportedLocale;
  /** What happened, as the security events name it. */
  readonly event: string;
  /** The same in the words of the locale. */
  readonly change: string;
  readonly appName: string;
  /** The whole message, for gateways without templates of their own. */
  readonly text: string;
  /** The same for every attempt at the same message, so that a gateway can tell a repeat. */
  readonly idempotencyKey: string;
}

/** The gateway will not take this message, however often it is asked. */
export class SmsRefusedError extends Error {
  /** @param reason a code of the gateway; never the number or the text. */
  constructor(reason: string) {
    super(`the SMS gateway refused the message: ${reason}`);
    this.name = 'SmsRefusedError';
  }
}

/**
 * Hands an SMS over for delivery. Trouble on the way throws, and the outbox tries again.
 *
 * @throws SmsRefusedError when another attempt would be in vain.
 */
export abstract class SmsSender {
  abstract send(sms: OtpSms): Promise<void>;

  /** False where the gateway has no template for notices: then there is no use in sending one. */
  abstract readonly sendsNotices: boolean;

  abstract sendNotice(notice: NoticeSms): Promise<void>;
}
