import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { isFromElsewhere, meaningOfReuse } from '../../domain/sessions/refresh';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import type { TokenPair } from '../../domain/sessions/token-pair';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { RefreshTokens, type TokenOwner } from '../../infrastructure/sessions/refresh-tokens';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import { tokenHash as hashOfToken } from '../../infrastructure/sessions/tenant-token';
import type { AppScope, Client } from '../accounts/app-scope';
import { SecurityInboxDue, SecurityNoticeDue } from '../history/history.messages';
import { keyHash, RefreshAnswers } from './refresh-answers';
import { SessionEndings } from './session-endings';
import { newRefreshToken, tokensOf } from './token-pair';

export interface Refresh {
  readonly refreshToken: string;
  readonly deviceKey: string | null;
  /** A retry with the same key, token and installation gets the same pair again. */
  readonly idempotencyKey: string | null;
}

/** The rotation of refresh tokens and the end of sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly tokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly endings: SessionEndings,
    private readonly accessTokens: AccessTokens,
    private readonly securityEvents: SecurityEvents,
    private readonly answers: RefreshAnswers,
  ) {}

  /** @throws InvalidTokenError for anything but a live token of this App. */
  async refresh(scope: AppScope, refresh: Refresh, client: Client): Promise<TokenPair> {
    const tokenHash = hashOfToken(refresh.refreshToken);
    const pair =
      (await this.rotate(scope, refresh, tokenHash)) ??
      // The effects of a refusal must survive it: the transaction commits first, then the refusal is thrown.
      (await this.transactions.run(scope.tenantId, () => this.answerConsumed(scope, refresh, tokenHash, client)));
    if (!pair) throw new InvalidTokenError();
    return pair;
  }

  async logout({ tenantId, appId, userId, sessionId }: MemberSession, client: Client): Promise<void> {
    const selection = { tenantId, appId, userId, ids: [sessionId] };
    await this.transactions.run(tenantId, () => this.endings.end(selection, 'logout', client));
  }

  /** In one statement, unless an answer has to be kept for a retry. */
  private async rotate(scope: AppScope, refresh: Refresh, tokenHash: Buffer): Promise<TokenPair | null> {
    if (refresh.idempotencyKey === null) return this.exchange(scope, refresh, tokenHash);
    const { tenantId } = scope;
    return this.transactions.run(tenantId, async () => {
      const pair = await this.exchange(scope, refresh, tokenHash);
      if (pair) await this.answers.keep(tenantId, tokenHash, pair);
      return pair;
    });
  }

  private async exchange(scope: AppScope, refresh: Refresh, tokenHash: Buffer): Promise<TokenPair | null> {
    const next = newRefreshToken();
    const rotated = await this.tokens.rotate(scope, {
      tokenHash,
      nextTokenHash: next.hash,
      deviceKey: refresh.deviceKey,
      idempotencyKeyHash: keyHash(refresh.idempotencyKey),
    });
    if (!rotated) return null;
    const access = this.accessTokens.forMember({ ...scope, ...rotated }, rotated.now);
    return { ...tokensOf(access, next, rotated), appId: scope.appId };
  }

  private async answerConsumed(
    scope: AppScope,
    refresh: Refresh,
    tokenHash: Buffer,
    client: Client,
  ): Promise<TokenPair | null> {
    const consumed = await this.tokens.lockConsumed(scope, tokenHash);
    if (!consumed) return null;
    const { presentedAt, sealedAnswer } = consumed;
    const answer = this.answers.open<TokenPair>(sealedAnswer, tokenHash);
    const token = { ...consumed, hasAnswer: answer !== null };
    const { deviceKey, idempotencyKey } = refresh;
    const presentation = { presentedAt, deviceKey, idempotencyKeyHash: keyHash(idempotencyKey) };
    const meaning = meaningOfReuse(token, presentation);
    if (meaning === 'retry') return answer;
    if (meaning === 'theft') await this.endStolen(scope, consumed, client, isFromElsewhere(token, presentation));
    return null;
  }

  private async endStolen(
    scope: AppScope,
    { sessionId, userId }: TokenOwner,
    client: Client,
    isFromElsewhere: boolean,
  ) {
    const type = 'refresh_token_reused';
    if ((await this.sessions.revokeAll({ ...scope, userId, ids: [sessionId] }, type)) === 0) return;
    const details = { other_device: isFromElsewhere };
    const eventId = await this.securityEvents.record({ ...scope, ...client, userId, sessionId, type, details });
    await this.outbox.add(new SecurityNoticeDue({ ...scope, userId }, eventId, client.locale));
    await this.outbox.add(new SecurityInboxDue({ ...scope, userId }, eventId));
  }
}
