import { EntitySchema } from 'typeorm';
import { OtpChallenge } from '../../domain/codes/otp-challenge';
import { OtpRequest } from '../../domain/codes/otp-request';
import { instant, integer, key, nullable, text, uuid } from '../accounts/columns';

const OtpRequestSchema = new EntitySchema<OtpRequest>({
  name: 'OtpRequest',
  target: OtpRequest,
  tableName: 'otp_requests',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    appId: uuid('app_id'),
    purpose: text('purpose'),
    identifierType: text('identifier_type'),
    recipient: text('recipient'),
    locale: text('locale'),
    registration: { type: 'jsonb', name: 'registration', nullable: true },
    passwordHash: text('password_hash', nullable),
    deviceKeyHash: { type: 'bytea', name: 'device_key_hash', nullable: true },
    userId: uuid('user_id', nullable),
    processedAt: instant('processed_at', nullable),
    createdAt: instant('created_at'),
  },
});

export const OtpChallengeSchema = new EntitySchema<OtpChallenge>({
  name: 'OtpChallenge',
  target: OtpChallenge,
  tableName: 'otp_challenges',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    appId: uuid('app_id'),
    purpose: text('purpose'),
    identifierKey: { type: 'bytea', name: 'identifier_key' },
    channel: text('channel'),
    recipient: text('recipient'),
    locale: text('locale'),
    userId: uuid('user_id', nullable),
    requestId: uuid('request_id', nullable),
    sessionId: uuid('session_id', nullable),
    stepUpPurpose: text('step_up_purpose', nullable),
    stepUpResource: uuid('step_up_resource', nullable),
    steppedUpAt: instant('stepped_up_at', nullable),
    keyId: text('key_id'),
    seed: { type: 'bytea', name: 'seed' },
    attempts: integer('attempts'),
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
    consumedAt: instant('consumed_at', nullable),
    supersededAt: instant('superseded_at', nullable),
  },
});

export const CODES_ENTITIES = [OtpChallengeSchema, OtpRequestSchema];
