import { entityOf } from '@libs/foundation';
import { OtpChallenge, otpChallenge } from '../../domain/codes/otp-challenge';
import { OtpRequest, otpRequest } from '../../domain/codes/otp-request';

const OtpRequestSchema = entityOf(OtpRequest, otpRequest, { table: 'otp_requests', key: ['tenantId', 'id'] });

export const OtpChallengeSchema = entityOf(OtpChallenge, otpChallenge, {
  table: 'otp_challenges',
  key: ['tenantId', 'id'],
});

export const CODES_ENTITIES = [OtpChallengeSchema, OtpRequestSchema];
