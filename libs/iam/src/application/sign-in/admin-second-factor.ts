import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { AdminTokenPair } from '../../domain/sessions/token-pair';
import type { TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { newTenantToken, readTenantToken, tokenHash } from '../../infrastructure/sessions/tenant-token';
import type { AdminAccount } from '../../infrastructure/sign-in/admin-accounts';
import { MfaChallenges } from '../../infrastructure/sign-in/mfa-challenges';
import { TotpFactors } from '../../infrastructure/sign-in/totp';
import type { Client } from '../accounts/app-scope';
import { ProvenUsers } from '../passwords/proven-users';
import { AdminSessionOpening } from './admin-session-opening';

const MFA_TOKEN_PREFIX = 'akm_';

/** A sign-in between the password and the second factor. */
export interface HalfwaySignIn {
  readonly tenantId: string;
  readonly userId: string;
  readonly identifierKey: Buffer;
  readonly hash: Buffer;
}

/** What follows the password of an administrator: the session, or first the second factor if one is set up. */
@Injectable()
export class AdminSecondFactor {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ProvenUsers,
    private readonly totp: TotpFactors,
    private readonly challenges: MfaChallenges,
    private readonly opening: AdminSessionOpening,
  ) {}

  /** Admits after the right password. Null if it has changed, or the account was disabled or erased. */
  async admit(
    tenant: TenantIdentity,
    account: AdminAccount,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair | { mfaToken: string } | null> {
    const { id: tenantId } = tenant;
    const { userId } = account;
    return this.transactions.run(tenantId, async () => {
      if (!(await this.users.lock(tenantId, userId, account))) return null;
      // Checked under the lock: it may have been set up while the password was being verified.
      if (!(await this.totp.isSetUp({ tenantId, userId }))) {
        return this.opening.open(tenant, userId, identifierKey, client);
      }
      const { token, hash } = newTenantToken(MFA_TOKEN_PREFIX, tenantId);
      await this.challenges.add(tenantId, userId, identifierKey, hash);
      return { mfaToken: token };
    });
  }

  /** Null for a token that is forged, used or expired. */
  async find(mfaToken: string): Promise<HalfwaySignIn | null> {
    const tenantId = readTenantToken(MFA_TOKEN_PREFIX, mfaToken)?.tenantId;
    if (!tenantId) return null;
    const hash = tokenHash(mfaToken);
    const challenge = await this.transactions.run(tenantId, () => this.challenges.find(tenantId, hash));
    return challenge && { tenantId, hash, ...challenge };
  }

  /** Null for a wrong code, which leaves the sign-in halfway, and if it was ended meanwhile. */
  async redeem(
    tenant: TenantIdentity,
    { userId, hash }: HalfwaySignIn,
    code: string,
    client: Client,
  ): Promise<AdminTokenPair | null> {
    const { id: tenantId } = tenant;
    return this.transactions.run(tenantId, async () => {
      if (!(await this.users.lock(tenantId, userId))) return null;
      // Whatever ends challenges holds the same lock, so a code is accepted only for an open one.
      const challenge = await this.challenges.find(tenantId, hash);
      if (!challenge || !(await this.totp.take({ tenantId, userId }, code))) return null;
      await this.challenges.consume(tenantId, hash);
      return this.opening.open(tenant, userId, challenge.identifierKey, client);
    });
  }
}
