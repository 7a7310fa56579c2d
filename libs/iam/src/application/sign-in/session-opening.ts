import { Injectable } from '@nestjs/common';
import { newId, Outbox, Transactions } from '@libs/kernel';
import type { DeviceDetails } from '../../domain/sessions/device';
import { SessionCreated } from '../../domain/sessions/session.events';
import type { TokenPair } from '../../domain/sessions/token-pair';
import type { LoginMethod } from '../../domain/accounts/login-identifier';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { SignIns } from '../../infrastructure/sign-in/sign-ins';
import type { AppScope, Client } from '../accounts/app-scope';
import { SecurityInboxDue, SecurityNoticeDue } from '../history/history.messages';
import { isStillProven, type PasswordProof } from '../passwords/proven-users';
import { AccountReturn } from '../personal-data/account-return';
import { SessionEndings } from '../sessions/session-endings';
import { newRefreshToken, tokensOf } from '../sessions/token-pair';

/** A user who has been authenticated. */
export interface ProvenSignIn extends PasswordProof {
  readonly userId: string;
  readonly method: LoginMethod;
  readonly identifierKey: Buffer;
  readonly deviceKey: string;
  readonly device: DeviceDetails;
}

/** Opens a member's session at an App, whatever the proof was. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly signIns: SignIns,
    private readonly endings: SessionEndings,
    private readonly securityEvents: SecurityEvents,
    private readonly accessTokens: AccessTokens,
    private readonly accountReturn: AccountReturn,
  ) {}

  /**
   * Joins the current transaction, so that the proof is used up with it. If the user has as many sessions as allowed,
   * ends the least recently active one; notifies the user of a new installation.
   *
   * @returns null if the user lost the access, or the password that was the proof, while it was being verified.
   */
  async open(scope: AppScope, signIn: ProvenSignIn, client: Client): Promise<TokenPair | null> {
    const { tenantId, appId } = scope;
    const { userId, deviceKey } = signIn;
    const refreshToken = newRefreshToken();
    return this.transactions.run(tenantId, async () => {
      const standing = await this.signIns.lockStanding(tenantId, appId, userId, deviceKey);
      // A password that was changed after it had been verified opens no session: its sessions have just been ended.
      if (!standing || !isStillProven(standing, signIn) || !standing.isActiveMember) return null;
      const { now, refreshTokenExpiresAt, surplusSessionIds: ids } = standing;
      if (ids.length > 0) await this.endings.end({ ...scope, userId, ids }, 'session_cap', client);
      const opened = { sessionId: newId(), deviceId: standing.deviceId ?? newId() };
      const session = { ...scope, ...client, ...signIn, ...opened, refreshTokenHash: refreshToken.hash };
      await this.signIns.openForMember(session);
      const { sessionId } = opened;
      await this.outbox.add(new SessionCreated({ ...scope, userId, sessionId }));
      if (standing.isLeaving) await this.accountReturn.welcome({ ...scope, userId, sessionId }, client);
      // The very first sign-in needs no notice.
      if (standing.deviceId === null && standing.signedInBefore) {
        await this.tellOfDevice(scope, signIn, opened, client);
      }
      const access = this.accessTokens.forMember({ ...scope, userId, sessionId }, now);
      return { ...tokensOf(access, refreshToken, { refreshTokenExpiresAt, sessionId }), appId };
    });
  }

  private async tellOfDevice(
    scope: AppScope,
    { userId, device }: ProvenSignIn,
    { sessionId, deviceId }: { sessionId: string; deviceId: string },
    client: Client,
  ): Promise<void> {
    const details = { device_id: deviceId, platform: device.platform, model: device.model };
    const event = { ...scope, ...client, userId, sessionId, type: 'new_device_login', details } as const;
    const eventId = await this.securityEvents.record(event);
    await this.outbox.add(new SecurityNoticeDue({ ...scope, userId }, eventId, client.locale));
    await this.outbox.add(new SecurityInboxDue({ ...scope, userId }, eventId));
  }
}
