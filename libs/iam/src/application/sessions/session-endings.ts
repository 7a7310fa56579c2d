import { Injectable } from '@nestjs/common';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { type SessionSelection, Sessions } from '../../infrastructure/sessions/sessions';
import type { AppScope, Client } from '../accounts/app-scope';

/** Why a single session ended, as its owner reads it. */
type EndReason = 'logout' | 'revoked_by_user' | 'session_cap';

/** Ends single sessions and records each end for its owner. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly sessions: Sessions,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** Ends the sessions in the current transaction. @returns whether any of them was alive. */
  async end(
    selection: SessionSelection & AppScope & Required<Pick<SessionSelection, 'ids'>>,
    reason: EndReason,
    { ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>,
  ): Promise<boolean> {
    const { tenantId, appId, userId } = selection;
    const ended = await this.sessions.revoke(selection, reason);
    for (const sessionId of ended) {
      await this.securityEvents.record({
        tenantId,
        appId,
        userId,
        type: 'session_revoked',
        sessionId,
        ip,
        userAgent,
        details: { reason },
      });
    }
    return ended.length > 0;
  }
}
