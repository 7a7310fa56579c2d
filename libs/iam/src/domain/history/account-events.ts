import { field, fields, only, type ValuesOf } from '@libs/kernel';
import { LOGIN_METHODS } from '../accounts/login-identifier';

export const LOGIN_RESULTS = ['success', 'failure'] as const;

export const SECURITY_EVENT_TYPES = [
  'account_deletion_cancelled',
  'account_deletion_requested',
  'api_client_authentication_failed',
  'device_removed',
  'identifier_added',
  'identifier_removed',
  'mfa_disabled',
  'mfa_enabled',
  'new_device_login',
  'password_changed',
  'password_reset',
  'refresh_token_reused',
  'session_revoked',
  'sessions_revoked',
  'step_up_verified',
] as const;
export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number];

/** What events of both kinds tell the owner of the account. */
const event = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906'),
  occurredAt: field.instant(),
  /** Null unless the owner acted: an administrator's address is private. */
  ip: field.text().nullable().example('203.0.113.7'),
  userAgent: field.text().nullable().example('Example/1.4.0 (Android 16)'),
});

/** An attempt to sign in. */
export const loginEvent = fields({
  ...only(event, 'id', 'occurredAt'),
  result: field.one('LoginResult', LOGIN_RESULTS).example('failure'),
  method: field.one('LoginMethod', LOGIN_METHODS),
  reason: field.text().nullable().about('Reason for a failure; null for a success').example('bad_credentials'),
  ...only(event, 'ip', 'userAgent'),
  deviceId: field
    .uuid()
    .nullable()
    .about('Device of a successful sign-in, which may have been removed since; else null')
    .example(null),
});

/** Something that the owner may want to know about. */
export const securityEvent = fields({
  id: event.id,
  type: field.one('SecurityEventType', SECURITY_EVENT_TYPES).example('new_device_login'),
  ...only(event, 'occurredAt', 'ip', 'userAgent'),
  sessionId: field
    .uuid()
    .nullable()
    .about('The session that was opened or ended; for other events the one that acted')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  details: field.json().about('Details that depend on the type of the event').example({ platform: 'android' }),
});

export type LoginEvent = ValuesOf<typeof loginEvent>;
export type SecurityEventView = ValuesOf<typeof securityEvent>;
