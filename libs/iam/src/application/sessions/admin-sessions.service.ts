import { Injectable } from '@nestjs/common';
import { AuditTrail, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { meaningOfReuse } from '../../domain/sessions/refresh';
import type { AdminSessionView } from '../../domain/sessions/session';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import type { AdminTokenPair } from '../../domain/sessions/token-pair';
import { TenantIdentities } from '../../infrastructure/accounts/tenant-identities';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { RefreshTokens } from '../../infrastructure/sessions/refresh-tokens';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { newTenantToken, readTenantToken, tokenHash } from '../../infrastructure/sessions/tenant-token';
import type { Client } from '../accounts/app-scope';
import { REFRESH_TOKEN_PREFIX, tokensOf } from './token-pair';

/** Clients of administrators neither identify their installation nor retry. */
const ANONYMOUS = { deviceKey: null, idempotencyKeyHash: null } as const;

/** The rotation of administrators' refresh tokens and the end of their sessions. */
@Injectable()
export class AdminSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly tenants: TenantIdentities,
    private readonly tokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly accessTokens: AccessTokens,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** @throws InvalidTokenError for anything but a live token. */
  async refresh(refreshToken: string, client: Client): Promise<AdminTokenPair> {
    const tenantId = readTenantToken(REFRESH_TOKEN_PREFIX, refreshToken)?.tenantId;
    if (!tenantId) throw new InvalidTokenError();
    const hash = tokenHash(refreshToken);
    // The effects of a refusal must survive it: the transaction commits first, then the refusal is thrown.
    const pair = await this.transactions.run(tenantId, async () => {
      const rotated = await this.rotate(tenantId, hash);
      if (!rotated) await this.endStolen(tenantId, hash, client);
      return rotated;
    });
    if (!pair) throw new InvalidTokenError();
    return pair;
  }

  async logout(admin: AdminSession): Promise<void> {
    await this.transactions.run(admin.homeTenantId, () => this.end(admin, admin.sessionId, 'logout'));
  }

  async list(admin: AdminSession): Promise<AdminSessionView[]> {
    const { homeTenantId: tenantId, userId } = admin;
    return this.transactions.run(tenantId, () => this.sessions.listOfAdmin(tenantId, userId));
  }

  /** @throws ResourceNotFoundError for anything but a live session of the administrator. */
  async revoke(admin: AdminSession, sessionId: string): Promise<void> {
    await this.transactions.run(admin.homeTenantId, async () => {
      if (!(await this.end(admin, sessionId, 'revoked_by_user'))) throw new ResourceNotFoundError();
    });
  }

  private async end({ homeTenantId: tenantId, userId }: AdminSession, sessionId: string, reason: string) {
    const ended = await this.sessions.revokeAll({ tenantId, userId, surface: 'admin', ids: [sessionId] }, reason);
    if (ended === 0) return false;
    const [before, after] = [{ revoked: false }, { revoked: true }];
    this.audit.record({ resourceType: 'session', resourceId: sessionId, before, after });
    return true;
  }

  private async rotate(tenantId: string, hash: Buffer): Promise<AdminTokenPair | null> {
    const next = newTenantToken(REFRESH_TOKEN_PREFIX, tenantId);
    const rotation = { tokenHash: hash, nextTokenHash: next.hash, ...ANONYMOUS };
    const rotated = await this.tokens.rotate({ tenantId, appId: null }, rotation);
    if (!rotated) return null;
    const access = this.accessTokens.forAdmin({ tenantId, ...rotated }, rotated.now);
    return { ...tokensOf(access, next, rotated), tenant: await this.tenants.get(tenantId) };
  }

  private async endStolen(tenantId: string, hash: Buffer, client: Client): Promise<void> {
    const consumed = await this.tokens.lockConsumed({ tenantId, appId: null }, hash);
    if (!consumed) return;
    const { sessionId, userId, presentedAt } = consumed;
    if (meaningOfReuse({ ...consumed, hasAnswer: false }, { presentedAt, ...ANONYMOUS }) !== 'theft') return;
    const type = 'refresh_token_reused';
    if ((await this.sessions.revokeAll({ tenantId, userId, surface: 'admin', ids: [sessionId] }, type)) === 0) return;
    await this.securityEvents.record({ ...client, tenantId, appId: null, userId, sessionId, type, details: {} });
  }
}
