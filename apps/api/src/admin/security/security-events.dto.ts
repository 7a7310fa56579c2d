import {
  type LimitedToApps,
  LOGIN_RESULTS,
  loginEvent,
  type LoginEventFilter,
  SECURITY_EVENT_TYPES,
  securityEvent,
  type SecurityEventFilter,
  TenantEvents,
} from '@libs/iam';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Instant, OneOf, Uuid } from '../../http/fields/fields';
import { Ids, PageQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { SessionUserResponse } from './session-user.dto';

class EventQuery extends PageQuery {
  @Sort(TenantEvents.order)
  override readonly sort?: string;

  @Ids('events')
  override readonly ids?: string[];

  @Uuid({ optional: true })
  readonly user_id?: string;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @Instant({ optional: true })
  readonly from?: string;

  @Instant({ optional: true, description: 'End of the period, exclusive' })
  readonly to?: string;

  protected commonTo({ appIds }: LimitedToApps): Pick<LoginEventFilter, 'userId' | 'appId' | 'appIds' | 'from' | 'to'> {
    return { userId: this.user_id, appId: this.app_id, appIds, from: momentOf(this.from), to: momentOf(this.to) };
  }
}

export class AdminLoginEventQuery extends EventQuery {
  @OneOf('LoginResult', LOGIN_RESULTS, { optional: true })
  readonly result?: LoginEventFilter['result'];

  toFilter(admin: LimitedToApps): LoginEventFilter {
    return { ...this.commonTo(admin), result: this.result };
  }
}

export class AdminSecurityEventQuery extends EventQuery {
  @OneOf('SecurityEventType', SECURITY_EVENT_TYPES, { optional: true })
  readonly type?: SecurityEventFilter['type'];

  toFilter(admin: LimitedToApps): SecurityEventFilter {
    return { ...this.commonTo(admin), type: this.type };
  }
}

/** What events of both kinds tell. */
const event = {
  ...only(loginEvent, 'id', 'occurredAt'),
  user: field
    .nested(() => SessionUserResponse)
    .nullable()
    .about('The user; null if the attempt named no account, or was made by an API client'),
  appId: field
    .uuid()
    .nullable()
    .about('The App; null for the administration and for events that concern no App')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  ...only(loginEvent, 'ip', 'userAgent'),
};

export class AdminLoginEventResponse extends answer({ ...event, ...loginEvent }) {}

export class AdminLoginEventListResponse extends pageOf(AdminLoginEventResponse) {}

export class AdminSecurityEventResponse extends answer({ ...event, ...securityEvent }) {}

export class AdminSecurityEventListResponse extends pageOf(AdminSecurityEventResponse) {}

function momentOf(instant: string | undefined): Date | undefined {
  return instant === undefined ? undefined : new Date(instant);
}
