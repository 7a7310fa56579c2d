import { type AdminSession, type OnlineSession, type OnlineSessionFilter, type Surface, SURFACES } from '@libs/iam';
import { field, type ListPage } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { OneOf, Uuid } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';
import { SessionUserResponse } from './session-user.dto';

const SURFACE = 'SessionSurface';

export class AdminSessionQuery extends SearchQuery {
  @Uuid({ optional: true })
  readonly user_id?: string;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @OneOf(SURFACE, SURFACES, { optional: true })
  readonly surface?: Surface;

  /** A search in what the administrator may not see would tell it, letter by letter. */
  filterFor({ permissions }: Pick<AdminSession, 'permissions'>): OnlineSessionFilter {
    const text = permissions.has('users.read') ? { q: this.q } : { name: this.q };
    return { ...text, userId: this.user_id, appId: this.app_id, surface: this.surface };
  }
}

class AdminSessionDeviceResponse extends answer({
  platform: field.text().nullable().example('android'),
  model: field.text().nullable().example('Pixel 9'),
}) {}

export class AdminSessionResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id: string;

  @Answer.Nested(() => SessionUserResponse)
  readonly user: SessionUserResponse;

  @Answer.Uuid({
    nullable: true,
    description: 'The App; null for a session in the administration',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902',
  })
  readonly app_id: string | null;

  @Answer.OneOf(SURFACE, SURFACES, { example: 'mobile' })
  readonly surface: Surface;

  @Answer.Nested(() => AdminSessionDeviceResponse, { nullable: true })
  readonly device: AdminSessionDeviceResponse | null;

  @Answer.Text({ nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly last_active_at: string;

  @Answer.Flag({ description: 'The session of this request' })
  readonly current: boolean;

  constructor(session: OnlineSession, currentId: string) {
    this.id = session.id;
    this.user = new SessionUserResponse(session);
    this.app_id = session.appId;
    this.surface = session.surface;
    this.device = session.device && new AdminSessionDeviceResponse(session.device);
    this.ip = session.ip;
    this.user_agent = session.userAgent;
    this.created_at = session.createdAt.toISOString();
    this.last_active_at = session.lastActiveAt.toISOString();
    this.current = session.id === currentId;
  }
}

export class AdminSessionListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminSessionResponse)
  readonly items: readonly AdminSessionResponse[];

  constructor(query: AdminSessionQuery, { items, total }: ListPage<OnlineSession>, currentId: string) {
    super(query, total);
    this.items = items.map((session) => new AdminSessionResponse(session, currentId));
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
  revoked: field
    .count()
    .nullable()
    .about('Number of sessions that were ended; null if all sessions of an App were ended, which are not counted')
    .example(2),
}) {
  constructor(revoked: number | null) {
    super({ revoked });
  }
}
