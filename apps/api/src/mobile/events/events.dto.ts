import { LOGIN_METHODS, LOGIN_RESULTS, SECURITY_EVENT_TYPES } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

export class MobileLoginEventResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906'),
  occurredAt: field.instant(),
  result: field.one('LoginResult', LOGIN_RESULTS).example('failure'),
  method: field.one('LoginMethod', LOGIN_METHODS),
  reason: field.text().nullable().about('Reason for a failure; null for a success').example('bad_credentials'),
  ip: field.text().nullable().example('203.0.113.7'),
  userAgent: field.text().nullable().example('Example/1.4.0 (Android 16)'),
  deviceId: field
    .uuid()
    .nullable()
    .about('Device of a successful sign-in, which may have been removed since; else null')
    .example(null),
}) {}

/** Attempts to sign in to the member's account at this App, newest first. */
export class MobileLoginEventListResponse extends answer({
  items: field.listOf(() => MobileLoginEventResponse, 100),
  nextCursor: field.text().nullable().example(null),
}) {}

export class MobileSecurityEventResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
  type: field.one('SecurityEventType', SECURITY_EVENT_TYPES).example('new_device_login'),
  occurredAt: field.instant(),
  ip: field.text().nullable().example('203.0.113.7'),
  userAgent: field.text().nullable().example('Example/1.4.0 (Android 16)'),
  sessionId: field
    .uuid()
    .nullable()
    .about('The session that was opened or ended; for other events the one that acted')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  details: field
    .json<Readonly<Record<string, unknown>>>()
    .about('Details that depend on the type of the event')
    .example({ platform: 'android' }),
}) {}

/** Security events of the member's account at this App or at all of them, newest first. */
export class MobileSecurityEventListResponse extends answer({
  items: field.listOf(() => MobileSecurityEventResponse, 100),
  nextCursor: field.text().nullable().example(null),
}) {}
