import {
  type AdminSession,
  device,
  type OnlineSession,
  type OnlineSessionFilter,
  OnlineSessions,
  session,
  type Surface,
  SURFACES,
} from '@libs/iam';
import { field, type ListPage, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { OneOf, Uuid } from '../../http/fields/fields';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { SessionUserResponse } from './session-user.dto';

const SURFACE = 'SessionSurface';

export class AdminSessionQuery extends SearchQuery {
  @Sort(OnlineSessions.order)
  override readonly sort?: string;

  @Ids('sessions')
  override readonly ids?: string[];

  @Uuid({ optional: true })
  readonly user_id?: string;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @OneOf(SURFACE, SURFACES, { optional: true })
  readonly surface?: Surface;

  /** A search in what the administrator may not see would tell it, letter by letter. */
  filterFor({ permissions, appIds }: Pick<AdminSession, 'permissions' | 'appIds'>): OnlineSessionFilter {
    const text = permissions.has('users.read') ? { q: this.q } : { name: this.q };
    return { ...text, userId: this.user_id, appId: this.app_id, appIds, surface: this.surface };
  }
}

class AdminSessionDeviceResponse extends answer({
  platform: field.text().nullable().example('android'),
  model: device.model,
}) {}

export class AdminSessionResponse extends answer({
  id: session.id,
  user: field.nested(() => SessionUserResponse),
  appId: session.appId.nullable().about('The App; null for a session in the administration'),
  surface: field.one(SURFACE, SURFACES).example('mobile'),
  device: field.nested(() => AdminSessionDeviceResponse).nullable(),
  ...only(session, 'ip', 'userAgent', 'createdAt', 'lastActiveAt'),
  current: field.flag().about('The session of this request'),
}) {}

export class AdminSessionListResponse extends pageOf(AdminSessionResponse) {
  constructor(query: AdminSessionQuery, { items, total }: ListPage<OnlineSession>, currentId: string) {
    super(query, { items: items.map((session) => ({ ...session, current: session.id === currentId })), total });
  }
}

/** At least one of them. */
export class AdminSessionRevocationRequest {
  @Uuid({ optional: true, description: 'Required without `app_id`', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905' })
  readonly user_id?: string;

  @Uuid({ optional: true, description: 'Required without `user_id`', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly app_id?: string;
}

export class AdminSessionRevocationResponse extends answer({
  revoked: field.count().about('Number of sessions that were ended').example(2),
}) {
  constructor(revoked: number) {
    super({ revoked });
  }
}
