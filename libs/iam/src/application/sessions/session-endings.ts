import { Injectable } from '@nestjs/common';
import { Outbox } from '@libs/kernel';
import { type NamedSessions, SessionsRevoked } from '../../domain/sessions/session.events';
import { type SecurityEvent, SecurityEvents } from '../../infrastructure/history/security-events';
import { type SessionSelection, Sessions } from '../../infrastructure/sessions/sessions';

/** Why sessions ended, as their owner reads it. */
type EndReason = 'logout' | 'revoked_by_user' | 'revoked_by_administrator' | 'session_cap' | 'backup_restored';

/** Who ended them, as their owner reads it. */
type EndedBy = Pick<SecurityEvent, 'ip' | 'userAgent'>;

/** The address of an administrator is private. */
export const BY_ADMINISTRATOR = { sessionId: null, ip: null, userAgent: null } as const;

/** Ends sessions in the current transaction and records their end for their owner. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly sessions: Sessions,
    private readonly securityEvents: SecurityEvents,
    private readonly outbox: Outbox,
  ) {}

  /** Records the end of each. @returns whether any of them was alive. */
  async end(
    selection: SessionSelection & Required<Pick<SessionSelection, 'ids'>>,
    reason: EndReason,
    { ip, userAgent }: EndedBy,
  ): Promise<boolean> {
    const { tenantId, appId = null, userId } = selection;
    const ended = await this.sessions.revoke(selection, reason);
    for (const sessionId of ended) {
      const event = { tenantId, appId, userId, sessionId, ip, userAgent, details: { reason } };
      await this.securityEvents.record({ ...event, type: 'session_revoked' });
    }
    return ended.length > 0;
  }

  /** Records how many of them were alive, if any. @param by with the acting session. @returns their number. */
  async endAll(
    selection: SessionSelection,
    reason: EndReason,
    { ip, userAgent, sessionId }: EndedBy & Pick<SecurityEvent, 'sessionId'>,
  ): Promise<number> {
    const { tenantId, appId = null, userId } = selection;
    const count = await this.sessions.revokeAll(selection, reason);
    const event = { tenantId, appId, userId, sessionId, ip, userAgent, details: { reason, count } };
    if (count > 0) await this.securityEvents.record({ ...event, type: 'sessions_revoked' });
    return count;
  }

  /** Ends those that an administrator named, with one event for all. @returns how many were alive. */
  async endTogether(selection: SessionSelection, reason: EndReason): Promise<number> {
    const { tenantId, appId = null, userId } = selection;
    const count = await this.sessions.revokeUnannounced(selection, reason);
    await this.announce({ tenantId, appId, userId }, count, reason);
    return count;
  }

  /** Tells once that an administrator, or a restored backup, ended so many sessions, if any. */
  async announce(named: NamedSessions, count: number, reason: EndReason): Promise<void> {
    if (count === 0) return;
    await this.outbox.add(new SessionsRevoked(named, count, reason));
    const event = { ...named, ...BY_ADMINISTRATOR, details: { reason, count } };
    await this.securityEvents.record({ ...event, type: 'sessions_revoked' });
  }
}
