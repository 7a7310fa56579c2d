import { LOGIN_METHODS, type MemberSessionView } from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';
import { MOBILE_PLATFORMS } from '../platforms';

class MobileSessionDeviceResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905' })
  readonly id!: string;

  @Answer.OneOf('MobilePlatform', MOBILE_PLATFORMS, { nullable: true })
  readonly platform!: string | null;

  @Answer.Text({ nullable: true, example: 'Pixel 9' })
  readonly model!: string | null;
}

export class MobileSessionResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id: string;

  @Answer.Uuid({ description: 'The same as `id`', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly session_id: string;

  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly app_id: string;

  @Answer.Nested(() => MobileSessionDeviceResponse, { nullable: true })
  readonly device: MobileSessionDeviceResponse | null;

  @Answer.Text({ nullable: true, description: 'IP address at sign-in', example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, description: 'IP address at sign-in', example: 'Example/1.4.0 (Android 16)' })
  readonly user_agent: string | null;

  @Answer.OneOf('LoginMethod', LOGIN_METHODS)
  readonly login_method: string;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant({
    description: 'Time of the sign-in or of the last refresh; a client in use refreshes at least every 15 minutes',
    example: '2026-11-21T09:45:00.000Z',
  })
  readonly last_active_at: string;

  @Answer.Instant({ example: '2026-12-21T09:45:00.000Z' })
  readonly expires_at: string;

  @Answer.Flag({ description: 'Whether this is the session of the request' })
  readonly current: boolean;

  constructor(session: MemberSessionView, currentId: string) {
    this.id = session.id;
    this.session_id = session.id;
    this.app_id = session.appId;
    this.device = session.device && {
      id: session.device.id,
      platform: session.device.platform,
      model: session.device.model,
    };
    this.ip = session.ip;
    this.user_agent = session.userAgent;
    this.login_method = session.loginMethod;
    this.created_at = session.createdAt.toISOString();
    this.last_active_at = session.lastActiveAt.toISOString();
    this.expires_at = session.expiresAt.toISOString();
    this.current = session.id === currentId;
  }
}

/** The active sessions of the member at this App, most recently active first. */
export class MobileSessionListResponse {
  @Answer.ListOf(() => MobileSessionResponse)
  readonly items: readonly MobileSessionResponse[];

  constructor(sessions: readonly MemberSessionView[], currentId: string) {
    this.items = sessions.map((session) => new MobileSessionResponse(session, currentId));
  }
}
