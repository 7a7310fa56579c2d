import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { SessionCreated } from '../../domain/sessions/session.events';
import type { AdminTokenPair } from '../../domain/sessions/token-pair';
import type { TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { newTenantToken } from '../../infrastructure/sessions/tenant-token';
import { SignIns } from '../../infrastructure/sign-in/sign-ins';
import type { Client } from '../accounts/app-scope';
import { AccountReturn } from '../personal-data/account-return';
import { REFRESH_TOKEN_PREFIX, tokensOf } from '../sessions/token-pair';

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
    { id: tenantId, code, name }: TenantIdentity,
    userId: string,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair> {
    const refresh = newTenantToken(REFRESH_TOKEN_PREFIX, tenantId);
    const signIn = { ...client, tenantId, userId, identifierKey, refreshTokenHash: refresh.hash };
    const opened = await this.signIns.openForAdmin(signIn);
    const session = { tenantId, appId: null, userId, sessionId: opened.sessionId };
    await this.outbox.add(new SessionCreated(session));
    await this.accountReturn.welcome(session, client);
    const access = this.accessTokens.forAdmin(session, await this.transactions.now());
    return { ...tokensOf(access, refresh, opened), tenant: { id: tenantId, code, name } };
  }
}
