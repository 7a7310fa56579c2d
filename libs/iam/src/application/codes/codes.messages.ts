import type { DomainEvent } from '@libs/kernel';
import type { Channel } from '../../domain/accounts/login-identifier';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';
import type { OtpRequest } from '../../domain/codes/otp-request';

/**
 * The types of outbox message that send a code, by channel. They name the challenge; the code is derived when it is
 * sent.
 */
export const OTP_MESSAGES: Readonly<Record<Channel, string>> = { email: 'iam.otp_mail', sms: 'iam.otp_sms' };

/** The type that has a worker process a request. */
export const OTP_REQUESTED = 'iam.otp_requested';

/** The type that has a worker process a registration within the cooldown, for which nothing is sent. */
export const REGISTRATION_REPEATED = 'iam.registration_repeated';

export class OtpDue implements DomainEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, id, channel }: OtpChallenge) {
    this.type = OTP_MESSAGES[channel];
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { challenge_id: id };
  }
}

abstract class OtpRequestMessage implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, id }: OtpRequest) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { request_id: id };
  }
}

export class OtpRequested extends OtpRequestMessage {
  readonly type = OTP_REQUESTED;
}

export class RegistrationRepeated extends OtpRequestMessage {
  readonly type = REGISTRATION_REPEATED;
}
