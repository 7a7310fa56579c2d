import { Injectable } from '@nestjs/common';
import type { SpentProof } from '@libs/captcha';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { DeviceDetails } from '../../domain/sessions/device';
import type { TokenPair } from '../../domain/sessions/token-pair';
import { InvalidCredentialsError } from '../../domain/sign-in/sign-in.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { LoginEvents } from '../../infrastructure/history/login-events';
import { LoginLookup } from '../../infrastructure/sign-in/login-lookup';
import { SignInAttempts } from '../../infrastructure/sign-in/sign-in-attempts';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import { provenNumber } from '../codes/otp-destination';
import { OtpRequestsService } from '../codes/otp-requests.service';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { SessionOpening } from './session-opening';

export interface SmsLogin {
  /** E.164. */
  readonly mobile: string;
  readonly otp: string;
  readonly deviceKey: string;
  readonly device: DeviceDetails;
}

/** How members sign in with a code that comes by SMS. */
@Injectable()
export class SmsLoginService {
  constructor(
    private readonly requests: OtpRequestsService,
    private readonly otps: OtpService,
    private readonly lookup: LoginLookup,
    private readonly attempts: SignInAttempts,
    private readonly events: LoginEvents,
    private readonly opening: SessionOpening,
    private readonly identifierKeys: IdentifierKeys,
  ) {}

  /**
   * Answers alike for every number; a worker sends a code to those that belong to an active member.
   *
   * @param proof for the number that the code goes to.
   * @throws RateLimitedError when a budget is used up.
   */
  async sendCode(scope: AppScope, proof: SpentProof, rules: OtpRules, client: Client): Promise<AcceptedRequest> {
    return this.requests.accept(scope, { purpose: 'login', destination: provenNumber(proof) }, rules, client);
  }

  /**
   * Wrong codes count towards the same throttle as wrong passwords.
   *
   * @throws LoginThrottledError, InvalidCredentialsError for anything wrong, including a number without an account.
   */
  async byCode(scope: AppScope, login: SmsLogin, client: Client): Promise<TokenPair> {
    const { deviceKey } = login;
    const { addressKey } = client;
    const identifier = identifierOf(login.mobile);
    const identifierKey = this.identifierKeys.ofIdentifier(identifier.type, identifier.value);
    const account = await this.lookup.byIdentifier(scope, identifier, deviceKey);
    const knownTo = account?.knownDevice ? account.userId : null;
    const outcome = await this.attempts.ofMember(
      scope,
      { identifierKey, knownTo, deviceKey, addressKey },
      (succeed) => this.signIn(scope, login, identifierKey, client, succeed),
      (result) => (typeof result === 'string' ? 'failure' : 'success'),
    );
    if (typeof outcome !== 'string') return outcome;
    const userId = account?.userId ?? null;
    const reason = account ? outcome : 'unknown_account';
    await this.events.recordFailure({ ...scope, ...client, userId, identifierKey, method: 'sms_code', reason });
    throw new InvalidCredentialsError();
  }

  /** Uses the code up in the transaction that opens the session. @returns the reason if no session is opened. */
  private async signIn(
    scope: AppScope,
    { mobile, otp, deviceKey, device }: SmsLogin,
    identifierKey: Buffer,
    client: Client,
    succeed: () => Promise<void>,
  ): Promise<TokenPair | 'bad_credentials' | 'access_lost'> {
    const subject = this.otps.subject(scope, 'login', identifierOf(mobile));
    const challenge = await this.otps.check(subject, otp);
    if (!challenge) return 'bad_credentials';
    const pair = await this.otps.redeem(subject, challenge, async (owner) => {
      if (!owner) return null;
      const signIn = { userId: owner.id, method: 'sms_code', identifierKey, deviceKey, device } as const;
      const opened = await this.opening.open(scope, signIn, client);
      if (opened) await succeed();
      return opened;
    });
    if (pair === false) return 'bad_credentials';
    return pair ?? 'access_lost';
  }
}

function identifierOf(mobile: string): Identifier {
  return { type: 'mobile', value: mobile };
}
