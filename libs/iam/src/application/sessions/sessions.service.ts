import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sameSecret, Secrets } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { InvalidTokenError } from '../../domain/accounts/iam.errors';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import type { MemberSession } from '../../infrastructure/sessions/member-sessions';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { type ConsumedRefreshToken, SessionStore } from '../../infrastructure/sessions/session-store';
import { tokenHash as hashOfToken } from '../../infrastructure/sessions/tenant-token';
import { UserSessions } from '../../infrastructure/sessions/user-sessions';
import type { AppScope, Client } from '../accounts/app-scope';
import { securityNotice } from '../history/security-notices.handler';
import { SessionEndings } from './session-endings';
import { newRefreshToken, type TokenPair } from './token-pair';

export interface Refresh {
  readonly refreshToken: string;
  readonly deviceKey: string | null;
  /** A retry with the same key, token and installation gets the same pair once more. */
  readonly idempotencyKey: string | null;
}

/** The rotation of refresh tokens and the end of sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly sessions: SessionStore,
    private readonly userSessions: UserSessions,
    private readonly endings: SessionEndings,
    private readonly accessTokens: AccessTokens,
    private readonly securityEvents: SecurityEvents,
    private readonly secrets: Secrets,
  ) {}

  /** @throws InvalidTokenError for whatever is no live token of this App. */
  async refresh(scope: AppScope, refresh: Refresh, client: Client): Promise<TokenPair> {
    const tokenHash = hashOfToken(refresh.refreshToken);
    // What a refusal leaves behind must survive it: the transaction answers, and the refusal is spoken after it.
    const pair = await this.transactions.run(
      scope.tenantId,
      async () =>
        (await this.rotate(scope, refresh, tokenHash)) ?? this.answerConsumed(scope, refresh, tokenHash, client),
    );
    if (!pair) throw new InvalidTokenError();
    return pair;
  }

  async logout({ tenantId, appId, userId, sessionId }: MemberSession, client: Client): Promise<void> {
    const selection = { tenantId, appId, userId, ids: [sessionId] };
    await this.transactions.run(tenantId, () => this.endings.end(selection, 'logout', client));
  }

  private async rotate(scope: AppScope, refresh: Refresh, tokenHash: Buffer): Promise<TokenPair | null> {
    const { tenantId, appId } = scope;
    const live = await this.sessions.lockLive(tenantId, appId, tokenHash);
    if (!live) return null;
    const next = newRefreshToken();
    const rotated = await this.sessions.rotate({
      tenantId,
      sessionId: live.sessionId,
      tokenHash,
      nextTokenHash: next.hash,
      deviceKey: refresh.deviceKey,
      idempotencyKeyHash: hashOf(refresh.idempotencyKey),
    });
    if (!rotated) return null;
    const access = this.accessTokens.forMember({ ...scope, ...live }, await this.transactions.now());
    const pair: TokenPair = {
      accessToken: access.token,
      accessTokenExpiresAt: access.expiresAt,
      refreshToken: next.token,
      refreshTokenExpiresAt: rotated.refreshTokenExpiresAt,
      sessionId: live.sessionId,
      appId,
    };
    if (refresh.idempotencyKey !== null) {
      const sealed = this.secrets.seal('refresh-answer', JSON.stringify(pair), tokenHash);
      await this.sessions.keepAnswer(tenantId, tokenHash, sealed);
    }
    return pair;
  }

  private async answerConsumed(
    scope: AppScope,
    refresh: Refresh,
    tokenHash: Buffer,
    client: Client,
  ): Promise<TokenPair | null> {
    const consumed = await this.sessions.lockConsumed(scope.tenantId, scope.appId, tokenHash);
    if (!consumed) return null;
    if (consumed.sealedAnswer !== null && isRetry(refresh, consumed)) {
      const answer = this.secrets.open('refresh-answer', consumed.sealedAnswer, tokenHash);
      if (answer !== null) return readPair(answer);
    }
    const fromElsewhere = refresh.deviceKey !== null && refresh.deviceKey !== consumed.consumerDeviceKey;
    if (consumed.isReplay || fromElsewhere) await this.revokeReused(scope, consumed, client, fromElsewhere);
    return null;
  }

  private async revokeReused(scope: AppScope, token: ConsumedRefreshToken, client: Client, fromElsewhere: boolean) {
    const { sessionId, userId } = token;
    const type = 'refresh_token_reused';
    if ((await this.userSessions.revokeAll({ ...scope, userId, ids: [sessionId] }, type)) === 0) return;
    const eventId = await this.securityEvents.record({
      ...scope,
      userId,
      sessionId,
      type,
      ip: client.ip,
      userAgent: client.userAgent,
      details: { other_device: fromElsewhere },
    });
    await this.outbox.add(securityNotice({ ...scope, userId }, eventId, client.locale));
  }
}

function hashOf(idempotencyKey: string | null): Buffer | null {
  return idempotencyKey === null ? null : createHash('sha256').update(idempotencyKey).digest();
}

function isRetry(refresh: Refresh, consumed: ConsumedRefreshToken): boolean {
  const key = hashOf(refresh.idempotencyKey);
  return (
    key !== null &&
    consumed.idempotencyKeyHash !== null &&
    sameSecret(key, consumed.idempotencyKeyHash) &&
    refresh.deviceKey === consumed.consumerDeviceKey
  );
}

function readPair(json: string): TokenPair {
  const pair = JSON.parse(json) as TokenPair & { accessTokenExpiresAt: string; refreshTokenExpiresAt: string };
  return {
    ...pair,
    accessTokenExpiresAt: new Date(pair.accessTokenExpiresAt),
    refreshTokenExpiresAt: new Date(pair.refreshTokenExpiresAt),
  };
}
