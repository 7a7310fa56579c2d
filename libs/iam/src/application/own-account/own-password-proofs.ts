import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '@libs/kernel';
import type { StepUpAct } from '../../domain/codes/step-up';
import { CurrentPasswordInvalidError } from '../../domain/passwords/passwords.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { CredentialQueries, type Credentials } from '../../infrastructure/passwords/credentials';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import { LoginThrottle } from '../../infrastructure/sign-in/login-throttle';
import { SignInAttempts } from '../../infrastructure/sign-in/sign-in-attempts';
import type { Client } from '../accounts/app-scope';
import { StepUps } from '../codes/step-ups.service';

export interface OwnPasswordProof {
  /** Null if the member sends a step-up instead, having no password yet. */
  readonly currentPassword: string | null;
  readonly stepUpToken: string | null;
}

/** What permits members to set a password: the current one or, for the first, a step-up. */
@Injectable()
export class OwnPasswordProofs {
  constructor(
    private readonly credentials: CredentialQueries,
    private readonly hasher: PasswordHasher,
    private readonly identifierKeys: IdentifierKeys,
    private readonly attempts: SignInAttempts,
    private readonly throttle: LoginThrottle,
    private readonly stepUps: StepUps,
  ) {}

  /**
   * @returns what the proof holds for, to be checked again under the user's lock.
   * @throws CurrentPasswordInvalidError, LoginThrottledError
   * @throws StepUpRequiredError if there is no password yet and no valid token for setting one.
   * @throws ValidationFailedError of `current_password` if it is missing.
   */
  async expect(
    member: MemberSession,
    { currentPassword, stepUpToken }: OwnPasswordProof,
    client: Client,
  ): Promise<Credentials> {
    const credentials = await this.credentials.get(member.tenantId, member.userId);
    if (currentPassword !== null) await this.expectCurrent(member, credentials, currentPassword, client);
    else if (credentials.passwordHash !== null) throw ValidationFailedError.of('current_password', 'required');
    else await this.stepUps.expect(member, actOf(member), stepUpToken);
    return credentials;
  }

  /** Uses the step-up up, if it was the proof. In the current transaction. @throws StepUpRequiredError */
  async spend(member: MemberSession, { currentPassword, stepUpToken }: OwnPasswordProof): Promise<void> {
    if (currentPassword === null) await this.stepUps.spend(member, actOf(member), stepUpToken);
  }

  /**
   * A wrong password counts as a failed sign-in: at the installation's own counter, which nobody else can use up, and
   * at the identifier's, which counts unknown installations.
   */
  private async expectCurrent(
    member: MemberSession,
    { identifiers: [primary], passwordHash }: Credentials,
    password: string,
    { addressKey }: Client,
  ): Promise<void> {
    const { tenantId, userId, sessionId } = member;
    const identifierKey = this.identifierKeys.ofIdentifier(primary?.type ?? 'email', primary?.value ?? userId);
    const deviceKey = await this.credentials.findDeviceKey(tenantId, sessionId);
    const knownTo = deviceKey === null ? null : userId;
    const isRight = await this.attempts.ofMember(
      member,
      { identifierKey, knownTo, deviceKey: deviceKey ?? '', addressKey },
      () => this.hasher.verify(password, passwordHash),
      (right) => (right ? 'success' : 'failure'),
    );
    if (isRight) return;
    if (knownTo !== null) await this.throttle.countFailure(tenantId, identifierKey);
    throw new CurrentPasswordInvalidError();
  }
}

function actOf({ userId }: MemberSession): StepUpAct {
  return { purpose: 'password_set', resource: userId };
}
