import { Injectable } from '@nestjs/common';
import { Transactions, ValidationFailedError } from '@libs/kernel';
import type { StepUpAct } from '../../domain/codes/step-up';
import { CurrentPasswordInvalidError } from '../../domain/passwords/passwords.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { CredentialQueries, type Credentials, emailsOf } from '../../infrastructure/passwords/credentials';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import { LoginThrottle } from '../../infrastructure/sign-in/login-throttle';
import { LoginThrottleKeys } from '../../infrastructure/sign-in/login-throttle-keys';
import type { Client } from '../accounts/app-scope';
import { StepUps } from '../codes/step-ups.service';
import { AccountChangeNotices } from '../history/account-change-notices.service';
import { NewPasswords } from '../passwords/new-passwords';
import { PasswordReplacement } from '../passwords/password-replacement';
import { ProvenUsers } from '../passwords/proven-users';

export interface PasswordChange {
  readonly newPassword: string;
  /** Null if the member sends a step-up instead, having no password yet. */
  readonly currentPassword: string | null;
  readonly stepUpToken: string | null;
}

/** How members change their password, or set the first one. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ProvenUsers,
    private readonly credentials: CredentialQueries,
    private readonly newPasswords: NewPasswords,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly identifierKeys: IdentifierKeys,
    private readonly throttleKeys: LoginThrottleKeys,
    private readonly stepUps: StepUps,
    private readonly replacement: PasswordReplacement,
    private readonly securityEvents: SecurityEvents,
    private readonly notices: AccountChangeNotices,
  ) {}

  /**
   * Ends all other sessions of the user, of every App and surface: they share one password.
   *
   * @throws CurrentPasswordInvalidError, LoginThrottledError
   * @throws StepUpRequiredError if there is no password yet and no valid token for setting one.
   * @throws ValidationFailedError of `new_password`, and of `current_password` if it is missing.
   * @throws InvalidTokenError if the session ended meanwhile.
   */
  async change(member: MemberSession, change: PasswordChange, client: Client): Promise<void> {
    const { tenantId, userId, sessionId } = member;
    const { currentPassword, newPassword, stepUpToken } = change;
    const act: StepUpAct = { purpose: 'password_set', resource: userId };
    const credentials = await this.credentials.get(tenantId, userId);
    const stored = credentials.passwordHash;
    if (currentPassword !== null) await this.expectCurrent(member, credentials, currentPassword, client);
    else if (stored !== null) throw ValidationFailedError.of('current_password', 'required');
    else await this.stepUps.expect(member, act, stepUpToken);
    const hash = await this.newPasswords.hash('new_password', newPassword, { emails: emailsOf(credentials), stored });
    await this.transactions.run(tenantId, async () => {
      // Of two concurrent changes only the first was made with the current password.
      const user = await this.users.lockSignedIn(member, credentials);
      if (currentPassword === null) await this.stepUps.spend(member, act, stepUpToken);
      const ended = await this.replacement.change(user, hash, sessionId);
      await this.record(member, ended, client);
    });
  }

  /**
   * A wrong password counts as a failed sign-in: at the installation's own counter, which nobody else can use up, and
   * at the identifier's, which counts unknown installations.
   */
  private async expectCurrent(member: MemberSession, credentials: Credentials, password: string, client: Client) {
    const { tenantId, appId, userId, sessionId } = member;
    const [primary] = credentials.identifiers;
    const identifier = this.identifierKeys.ofIdentifier(primary?.type ?? 'email', primary?.value ?? userId);
    const deviceKey = await this.credentials.findDeviceKey(tenantId, sessionId);
    const device = deviceKey === null ? null : this.throttleKeys.ofKnownDevice(userId, deviceKey);
    const address = this.throttleKeys.ofAddress(appId, client.addressKey);
    const isRight = await this.throttle.attempt(
      { tenantId, account: device ?? identifier, address },
      () => this.hasher.verify(password, credentials.passwordHash),
      (right) => (right ? 'success' : 'failure'),
    );
    if (isRight) return;
    if (device) await this.throttle.countFailure(tenantId, identifier);
    throw new CurrentPasswordInvalidError();
  }

  private async record(member: MemberSession, count: number, { ip, userAgent, locale }: Client): Promise<void> {
    const { tenantId, userId, sessionId } = member;
    const event = { tenantId, appId: null, userId, sessionId, ip, userAgent };
    const eventId = await this.securityEvents.record({ ...event, type: 'password_changed', details: {} });
    await this.notices.tell(member, { eventId, locale });
    const reason = 'password_changed';
    if (count > 0) await this.securityEvents.record({ ...event, type: 'sessions_revoked', details: { reason, count } });
  }
}
