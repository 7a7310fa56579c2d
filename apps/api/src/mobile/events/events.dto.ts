import {
  LOGIN_METHODS,
  LOGIN_RESULTS,
  SECURITY_EVENT_TYPES,
  type EventPage,
  type LoginEvent,
  type SecurityEventView,
} from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';

export class MobileLoginEventResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906' })
  readonly id: string;

  @Answer.Instant()
  readonly occurred_at: string;

  @Answer.OneOf('LoginResult', LOGIN_RESULTS, { example: 'failure' })
  readonly result: string;

  @Answer.OneOf('LoginMethod', LOGIN_METHODS)
  readonly method: string;

  @Answer.Text({ nullable: true, description: 'Reason for a failure; null for a success', example: 'bad_credentials' })
  readonly reason: string | null;

  @Answer.Text({ nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  @Answer.Uuid({
    nullable: true,
    description: 'Device of a successful sign-in, which may have been removed since; else null',
    example: null,
  })
  readonly device_id: string | null;

  constructor(event: LoginEvent) {
    this.id = event.id;
    this.occurred_at = event.occurredAt.toISOString();
    this.result = event.result;
    this.method = event.method;
    this.reason = event.reason;
    this.ip = event.ip;
    this.user_agent = event.userAgent;
    this.device_id = event.deviceId;
  }
}

/** Attempts to sign in to the member's account at this App, newest first. */
export class MobileLoginEventListResponse {
  @Answer.ListOf(() => MobileLoginEventResponse, { max: 100 })
  readonly items: readonly MobileLoginEventResponse[];

  @Answer.Text({ nullable: true, example: null })
  readonly next_cursor: string | null;

  constructor(page: EventPage<LoginEvent>) {
    this.items = page.items.map((event) => new MobileLoginEventResponse(event));
    this.next_cursor = page.nextCursor;
  }
}

export class MobileSecurityEventResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly id: string;

  @Answer.OneOf('SecurityEventType', SECURITY_EVENT_TYPES, { example: 'new_device_login' })
  readonly type: string;

  @Answer.Instant()
  readonly occurred_at: string;

  @Answer.Text({ nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  @Answer.Uuid({
    nullable: true,
    description: 'The session that was opened or ended; for other events the one that acted',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904',
  })
  readonly session_id: string | null;

  @Answer.JsonObject({ description: 'Details that depend on the type of the event', example: { platform: 'android' } })
  readonly details: Readonly<Record<string, unknown>>;

  constructor(event: SecurityEventView) {
    this.id = event.id;
    this.type = event.type;
    this.occurred_at = event.occurredAt.toISOString();
    this.ip = event.ip;
    this.user_agent = event.userAgent;
    this.session_id = event.sessionId;
    this.details = event.details;
  }
}

/** Security events of the member's account at this App or at all of them, newest first. */
export class MobileSecurityEventListResponse {
  @Answer.ListOf(() => MobileSecurityEventResponse, { max: 100 })
  readonly items: readonly MobileSecurityEventResponse[];

  @Answer.Text({ nullable: true, example: null })
  readonly next_cursor: string | null;

  constructor(page: EventPage<SecurityEventView>) {
    this.items = page.items.map((event) => new MobileSecurityEventResponse(event));
    this.next_cursor = page.nextCursor;
  }
}
