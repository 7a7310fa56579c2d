import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { SessionCreated } from '../../domain/sessions/session.events';
import type { TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { newTenantToken } from '../../infrastructure/sessions/tenant-token';
import { SignIns } from '../../infrastructure/sign-in/sign-ins';
import type { Client } from '../accounts/app-scope';
import { AccountReturn } from '../personal-data/account-return';
import { type AdminTokenPair, REFRESH_TOKEN_PREFIX } from '../sessions/token-pair';

/** Opens an administrator's session, whatever the proof was. */
@Injectable()
export class AdminSessionOpening {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly signIns: SignIns,
    private readonly accessTokens: AccessTokens,
    private readonly accountReturn: AccountReturn,
  ) {}

  /** In the current transaction, under the user's lock. */
  async open(
    { id, code, name }: TenantIdentity,
    userId: string,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair> {
    const refresh = newTenantToken(REFRESH_TOKEN_PREFIX, id);
    const { sessionId, refreshTokenExpiresAt } = await this.signIns.openForAdmin({
      tenantId: id,
      userId,
      identifierKey,
      ip: client.ip,
      userAgent: client.userAgent,
      refreshTokenHash: refresh.hash,
    });
    const session = { tenantId: id, appId: null, userId, sessionId };
    await this.outbox.add(new SessionCreated(session));
    await this.accountReturn.welcome(session, client);
    const access = this.accessTokens.forAdmin({ tenantId: id, userId, sessionId }, await this.transactions.now());
    return {
      accessToken: access.token,
      accessTokenExpiresAt: access.expiresAt,
      refreshToken: refresh.token,
      refreshTokenExpiresAt,
      sessionId,
      tenant: { id, code, name },
    };
  }
}
