import { ApiProperty } from '@nestjs/swagger';
import {
  LOGIN_METHODS,
  LOGIN_RESULTS,
  SECURITY_EVENT_TYPES,
  type EventPage,
  type LoginEvent,
  type SecurityEventView,
} from '@libs/iam';

export class MobileLoginEventResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906' })
  readonly id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly occurred_at: string;

  @ApiProperty({ enum: LOGIN_RESULTS, enumName: 'LoginResult', example: 'failure' })
  readonly result: string;

  @ApiProperty({ enum: LOGIN_METHODS, enumName: 'LoginMethod', example: 'password' })
  readonly method: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed', example: 'bad_credentials' })
  readonly reason: string | null;

  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Of a success; the device may have been removed since',
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

/** Attempts to sign in to the own account at this App, the newest first. */
export class MobileLoginEventListResponse {
  @ApiProperty({ type: () => [MobileLoginEventResponse], maxItems: 100 })
  readonly items: readonly MobileLoginEventResponse[];

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly next_cursor: string | null;

  constructor(page: EventPage<LoginEvent>) {
    this.items = page.items.map((event) => new MobileLoginEventResponse(event));
    this.next_cursor = page.nextCursor;
  }
}

export class MobileSecurityEventResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly id: string;

  @ApiProperty({ enum: SECURITY_EVENT_TYPES, enumName: 'SecurityEventType', example: 'new_device_login' })
  readonly type: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly occurred_at: string;

  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The session that was opened or ended; for other events the one that acted',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904',
  })
  readonly session_id: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'By type', example: { platform: 'android' } })
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

/** What concerns the safety of the own account at this App or at all of them, the newest first. */
export class MobileSecurityEventListResponse {
  @ApiProperty({ type: () => [MobileSecurityEventResponse], maxItems: 100 })
  readonly items: readonly MobileSecurityEventResponse[];

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly next_cursor: string | null;

  constructor(page: EventPage<SecurityEventView>) {
    this.items = page.items.map((event) => new MobileSecurityEventResponse(event));
    this.next_cursor = page.nextCursor;
  }
}
