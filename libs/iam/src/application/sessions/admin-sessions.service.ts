import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { InvalidTokenError } from '../../domain/accounts/iam.errors';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { AdminAccounts } from '../../infrastructure/sign-in/admin-accounts';
import { AdminSessionStore, type OwnSession } from '../../infrastructure/sessions/admin-session-store';
import type { AdminSession } from '../../infrastructure/sessions/admin-sessions';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { newTenantToken, readTenantToken, tokenHash } from '../../infrastructure/sessions/tenant-token';
import { ADMIN_REFRESH_TOKEN_PREFIX, type AdminTokenPair } from '../sign-in/admin-login.service';
import type { Client } from '../accounts/app-scope';

/** The rotation of administrators' refresh tokens and the end of their sessions. */
@Injectable()
export class AdminSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly accounts: AdminAccounts,
    private readonly sessions: AdminSessionStore,
    private readonly accessTokens: AccessTokens,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** @throws InvalidTokenError for whatever is no live token. */
  async refresh(refreshToken: string, client: Client): Promise<AdminTokenPair> {
    const tenantId = readTenantToken(ADMIN_REFRESH_TOKEN_PREFIX, refreshToken)?.tenantId;
    if (!tenantId) throw new InvalidTokenError();
    const hash = tokenHash(refreshToken);
    // What a refusal leaves behind must survive it: the transaction answers, and the refusal is spoken after it.
    const pair = await this.transactions.run(tenantId, async () => {
      const rotated = await this.rotate(tenantId, hash);
      if (!rotated) await this.endReplayed(tenantId, hash, client);
      return rotated;
    });
    if (!pair) throw new InvalidTokenError();
    return pair;
  }

  async logout(admin: AdminSession): Promise<void> {
    await this.transactions.run(admin.homeTenantId, () => this.end(admin, admin.sessionId, 'logout'));
  }

  async list(admin: AdminSession): Promise<OwnSession[]> {
    return this.transactions.run(admin.homeTenantId, () => this.sessions.listLive(admin.homeTenantId, admin.userId));
  }

  /** @throws ResourceNotFoundError for what is no live session of the administrator. */
  async revoke(admin: AdminSession, sessionId: string): Promise<void> {
    await this.transactions.run(admin.homeTenantId, async () => {
      if (!(await this.end(admin, sessionId, 'revoked_by_user'))) throw new ResourceNotFoundError();
    });
  }

  private async end(admin: AdminSession, sessionId: string, reason: string): Promise<boolean> {
    const { homeTenantId: tenantId, userId } = admin;
    if (!(await this.sessions.revokeOwn(tenantId, userId, sessionId, reason))) return false;
    await this.announceEnd(tenantId, sessionId, userId, reason);
    this.audit.record({
      resourceType: 'session',
      resourceId: sessionId,
      before: { revoked: false },
      after: { revoked: true },
    });
    return true;
  }

  private async rotate(tenantId: string, hash: Buffer): Promise<AdminTokenPair | null> {
    const live = await this.sessions.lockLive(tenantId, hash);
    if (!live) return null;
    const { sessionId, userId } = live;
    const next = newTenantToken(ADMIN_REFRESH_TOKEN_PREFIX, tenantId);
    const rotated = await this.sessions.rotate(tenantId, sessionId, hash, next.hash);
    if (!rotated) return null;
    const access = this.accessTokens.forAdmin({ tenantId, userId, sessionId }, await this.transactions.now());
    return {
      accessToken: access.token,
      accessTokenExpiresAt: access.expiresAt,
      refreshToken: next.token,
      refreshTokenExpiresAt: rotated.refreshTokenExpiresAt,
      sessionId,
      tenant: await this.accounts.getTenant(tenantId),
    };
  }

  private async endReplayed(tenantId: string, hash: Buffer, client: Client): Promise<void> {
    const replayed = await this.sessions.lockReplayed(tenantId, hash);
    if (!replayed) return;
    const { sessionId, userId } = replayed;
    const reason = 'refresh_token_reused';
    if (!(await this.sessions.revokeOwn(tenantId, userId, sessionId, reason))) return;
    await this.securityEvents.record({
      tenantId,
      appId: null,
      userId,
      sessionId,
      type: reason,
      ip: client.ip,
      userAgent: client.userAgent,
      details: {},
    });
    await this.announceEnd(tenantId, sessionId, userId, reason);
  }

  private async announceEnd(tenantId: string, sessionId: string, userId: string, reason: string): Promise<void> {
    const data = { session_id: sessionId, user_id: userId, reason };
    await this.outbox.add({ type: 'session.revoked', tenantId, appId: null, data });
  }
}
