import {
  LOGIN_METHODS,
  LOGIN_RESULTS,
  type LoginEventFilter,
  SECURITY_EVENT_TYPES,
  type SecurityEventFilter,
  type SecurityEventType,
  type TenantLoginEvent,
  type TenantSecurityEvent,
} from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';
import { Instant, OneOf, Uuid } from '../../http/fields/fields';
import { PageQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { SessionUserResponse } from './session-user.dto';

const RESULT = 'LoginResult';
const TYPE = 'SecurityEventType';

class EventQuery extends PageQuery {
  @Uuid({ optional: true })
  readonly user_id?: string;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @Instant({ optional: true })
  readonly from?: string;

  @Instant({ optional: true, description: 'End of the period, exclusive' })
  readonly to?: string;

  protected common(): Pick<LoginEventFilter, 'userId' | 'appId' | 'from' | 'to'> {
    return { userId: this.user_id, appId: this.app_id, from: momentOf(this.from), to: momentOf(this.to) };
  }
}

export class AdminLoginEventQuery extends EventQuery {
  @OneOf(RESULT, LOGIN_RESULTS, { optional: true })
  readonly result?: TenantLoginEvent['result'];

  toFilter(): LoginEventFilter {
    return { ...this.common(), result: this.result };
  }
}

export class AdminSecurityEventQuery extends EventQuery {
  @OneOf(TYPE, SECURITY_EVENT_TYPES, { optional: true })
  readonly type?: SecurityEventType;

  toFilter(): SecurityEventFilter {
    return { ...this.common(), type: this.type };
  }
}

/** What events of both kinds tell. */
abstract class AdminEventResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906' })
  readonly id: string;

  @Answer.Instant()
  readonly occurred_at: string;

  @Answer.Nested(() => SessionUserResponse, {
    nullable: true,
    description: 'The user; null if the attempt named no account, or was made by an API client',
  })
  readonly user: SessionUserResponse | null;

  @Answer.Uuid({
    nullable: true,
    description: 'The App; null for the administration and for events that concern no App',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902',
  })
  readonly app_id: string | null;

  @Answer.Text({ nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  protected constructor(event: TenantLoginEvent | TenantSecurityEvent) {
    const { userId, displayName } = event;
    this.id = event.id;
    this.occurred_at = event.occurredAt.toISOString();
    this.user = userId === null ? null : new SessionUserResponse({ userId, displayName });
    this.app_id = event.appId;
    this.ip = event.ip;
    this.user_agent = event.userAgent;
  }
}

export class AdminLoginEventResponse extends AdminEventResponse {
  @Answer.OneOf(RESULT, LOGIN_RESULTS, { example: 'failure' })
  readonly result: string;

  @Answer.OneOf('LoginMethod', LOGIN_METHODS)
  readonly method: string;

  @Answer.Text({ nullable: true, description: 'Reason for a failure; null for a success', example: 'bad_credentials' })
  readonly reason: string | null;

  @Answer.Uuid({
    nullable: true,
    description: 'Device of a successful sign-in, which may have been removed since; else null',
    example: null,
  })
  readonly device_id: string | null;

  constructor(event: TenantLoginEvent) {
    super(event);
    this.result = event.result;
    this.method = event.method;
    this.reason = event.reason;
    this.device_id = event.deviceId;
  }
}

export class AdminLoginEventListResponse extends pageOf(AdminLoginEventResponse) {}

export class AdminSecurityEventResponse extends AdminEventResponse {
  @Answer.OneOf(TYPE, SECURITY_EVENT_TYPES, { example: 'new_device_login' })
  readonly type: string;

  @Answer.Uuid({
    nullable: true,
    description: 'The session that was opened or ended; for other events the one that acted',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904',
  })
  readonly session_id: string | null;

  @Answer.JsonObject({ description: 'Details that depend on the type of the event', example: { platform: 'android' } })
  readonly details: Readonly<Record<string, unknown>>;

  constructor(event: TenantSecurityEvent) {
    super(event);
    this.type = event.type;
    this.session_id = event.sessionId;
    this.details = event.details;
  }
}

export class AdminSecurityEventListResponse extends pageOf(AdminSecurityEventResponse) {}

function momentOf(instant: string | undefined): Date | undefined {
  return instant === undefined ? undefined : new Date(instant);
}
