import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import type { MemberSessionView } from '../../domain/sessions/session';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { Users } from '../../infrastructure/accounts/users';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { SessionEndings } from '../sessions/session-endings';

/** The member's own sessions at an App. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly endings: SessionEndings,
  ) {}

  /** The live sessions, most recently active first. */
  async list({ tenantId, appId, userId }: MemberSession): Promise<MemberSessionView[]> {
    return this.sessions.listOfMember(tenantId, appId, userId);
  }

  /** Includes the current session. @throws ResourceNotFoundError for anything but a live session here. */
  async revoke({ tenantId, appId, userId }: MemberSession, id: string, client: Client): Promise<void> {
    const selection = { tenantId, appId, userId, ids: [id] };
    const ended = await this.transactions.run(tenantId, () => this.endings.end(selection, 'revoked_by_user', client));
    if (!ended) throw new ResourceNotFoundError();
  }

  /** @throws InvalidTokenError when another session ended this one first: if two do so at once, one stays. */
  async revokeOthers(member: MemberSession, { ip, userAgent }: Client): Promise<void> {
    const { tenantId, appId, userId, sessionId } = member;
    const isLive = await this.transactions.run(tenantId, async () => {
      await this.users.findForUpdate(tenantId, userId);
      if (!(await this.sessions.isLive(tenantId, sessionId))) return false;
      const others = { tenantId, appId, userId, exceptId: sessionId };
      await this.endings.endAll(others, 'revoked_by_user', { ip, userAgent, sessionId });
      return true;
    });
    if (!isLive) throw new InvalidTokenError();
  }
}
