import { Injectable } from '@nestjs/common';
import { AuditTrail, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { meaningOfReuse } from '../../domain/sessions/refresh';
import type { AdminSessionView } from '../../domain/sessions/session';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import type { AdminTokenPair } from '../../domain/sessions/token-pair';
import { TenantIdentities } from '../../infrastructure/accounts/tenant-identities';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { RefreshTokens, type TokenOwner } from '../../infrastructure/sessions/refresh-tokens';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { newTenantToken, readTenantToken, tokenHash } from '../../infrastructure/sessions/tenant-token';
import type { Client } from '../accounts/app-scope';
import { keyHash, RefreshAnswers } from './refresh-answers';
import { REFRESH_TOKEN_PREFIX, tokensOf } from './token-pair';

/** Clients of administrators do not identify their installation. */
const ANONYMOUS = { deviceKey: null } as const;

/**
 * What became of a refresh token. Without a pair its session may live on: another request with the token was faster, and
 * whoever sent it has the next one.
 */
export type AdminRefresh =
  | { readonly pair: AdminTokenPair; readonly isLive: true }
  | { readonly pair: null; readonly isLive: boolean };

const DEAD: AdminRefresh = { pair: null, isLive: false };

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
    private readonly answers: RefreshAnswers,
  ) {}

  /** @throws InvalidTokenError for anything but a live token. */
  async refresh(refreshToken: string, client: Client): Promise<AdminTokenPair> {
    const { pair } = await this.present(refreshToken, null, client);
    if (!pair) throw new InvalidTokenError();
    return pair;
  }

  /** The same without a refusal. @param idempotencyKey with which the answer can be had again within a minute. */
  async present(refreshToken: string, idempotencyKey: string | null, client: Client): Promise<AdminRefresh> {
    const tenantId = readTenantToken(REFRESH_TOKEN_PREFIX, refreshToken)?.tenantId;
    if (!tenantId) return DEAD;
    const [hash, idempotencyKeyHash] = [tokenHash(refreshToken), keyHash(idempotencyKey)];
    // The effects of a refusal must survive it.
    return this.transactions.run(tenantId, async () => {
      const pair = await this.rotate(tenantId, hash, idempotencyKeyHash);
      if (!pair) return this.answerConsumed(tenantId, hash, idempotencyKeyHash, client);
      if (idempotencyKeyHash) await this.answers.keep(tenantId, hash, pair);
      return { pair, isLive: true };
    });
  }

  /** The administrator whose session the refresh token belongs to, used or not; null where it cannot be used any more. */
  async ownerOf(refreshToken: string): Promise<AdminSession | null> {
    const tenantId = readTenantToken(REFRESH_TOKEN_PREFIX, refreshToken)?.tenantId;
    if (!tenantId) return null;
    const owner = await this.tokens.findOwner({ tenantId, appId: null }, tokenHash(refreshToken));
    return owner && this.sessions.findAdmin({ tenantId, ...owner });
  }

  /** @returns false for a session that has ended meanwhile. */
  async logout(admin: AdminSession): Promise<boolean> {
    return this.transactions.run(admin.homeTenantId, () => this.end(admin, admin.sessionId, 'logout'));
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

  private async rotate(
    tenantId: string,
    hash: Buffer,
    idempotencyKeyHash: Buffer | null,
  ): Promise<AdminTokenPair | null> {
    const next = newTenantToken(REFRESH_TOKEN_PREFIX, tenantId);
    const rotation = { tokenHash: hash, nextTokenHash: next.hash, idempotencyKeyHash, ...ANONYMOUS };
    const rotated = await this.tokens.rotate({ tenantId, appId: null }, rotation);
    if (!rotated) return null;
    const access = this.accessTokens.forAdmin({ tenantId, ...rotated }, rotated.now);
    return { ...tokensOf(access, next, rotated), tenant: await this.tenants.get(tenantId) };
  }

  private async answerConsumed(
    tenantId: string,
    hash: Buffer,
    idempotencyKeyHash: Buffer | null,
    client: Client,
  ): Promise<AdminRefresh> {
    const consumed = await this.tokens.lockConsumed({ tenantId, appId: null }, hash);
    if (!consumed) return DEAD;
    const { presentedAt, sealedAnswer, isOutdated } = consumed;
    const answer = this.answers.open<AdminTokenPair>(sealedAnswer, hash);
    const token = { ...consumed, hasAnswer: answer !== null };
    const meaning = meaningOfReuse(token, { presentedAt, idempotencyKeyHash, ...ANONYMOUS });
    if (meaning === 'theft') {
      await this.endStolen(tenantId, consumed, client);
      return DEAD;
    }
    // The answer has arrived, or its token could not have been used: it is older than what the client has by now.
    if (meaning === 'lost_race' || answer === null || isOutdated) return { pair: null, isLive: true };
    return { pair: answer, isLive: true };
  }

  private async endStolen(tenantId: string, { sessionId, userId }: TokenOwner, client: Client): Promise<void> {
    const type = 'refresh_token_reused';
    if ((await this.sessions.revokeAll({ tenantId, userId, surface: 'admin', ids: [sessionId] }, type)) === 0) return;
    await this.securityEvents.record({ ...client, tenantId, appId: null, userId, sessionId, type, details: {} });
  }
}
