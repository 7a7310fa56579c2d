import { domainEvent } from '@libs/kernel';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';
import type { OtpRequest } from '../../domain/codes/otp-request';

const challengeOf = ({ id }: OtpChallenge) => ({ challenge_id: id });
const requestOf = ({ id }: OtpRequest) => ({ request_id: id });

/** Sends a code by mail. It names the challenge; the code is derived when it is sent. */
export class OtpMailDue extends domainEvent('iam.otp_mail', challengeOf) {}

/** The same by SMS. */
export class OtpSmsDue extends domainEvent('iam.otp_sms', challengeOf) {}

export const OTP_MESSAGES = { email: OtpMailDue, sms: OtpSmsDue } as const;

/** Has a worker process a request. */
export class OtpRequested extends domainEvent('iam.otp_requested', requestOf) {}

/** Has a worker process a registration within the cooldown, for which nothing is sent. */
export class RegistrationRepeated extends domainEvent('iam.registration_repeated', requestOf) {}
