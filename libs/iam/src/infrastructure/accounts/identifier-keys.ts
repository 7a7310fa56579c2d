import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier, LoginIdentifierType } from '../../domain/accounts/login-identifier';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import type { ThrottleKeys } from '../sign-in/login-throttle';

/** Stands where mobile sign-ins name their App. */
const ADMIN_SURFACE = 'admin';

/**
 * Keyed hashes under which clocks and counters are kept, so that those tables hold no addresses and cannot be searched
 * for one without the key.
 */
@Injectable()
export class IdentifierKeys {
  constructor(private readonly secrets: Secrets) {}

  ofIdentifier(type: LoginIdentifierType, value: string): Buffer {
    return this.secrets.hmac('identifier', [type, value]);
  }

  /** Under every key that is configured: what was written before the newest one came is found too. */
  allOf({ type, value }: Identifier): Buffer[] {
    return this.secrets.keyIds.map((keyId) => this.secrets.hmac('identifier', [type, value], keyId));
  }

  /** Each purpose of a step-up has clocks and a live code of its own: one code is for one act. */
  ofStepUp(purpose: StepUpPurpose, { type, value }: Identifier): Buffer {
    return this.secrets.hmac('identifier', ['step-up', purpose, type, value]);
  }

  ofKnownDevice(userId: string, deviceKey: string): Buffer {
    return this.secrets.hmac('identifier', ['device', userId, deviceKey]);
  }

  ofAddress(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['address', appId, addressKey]);
  }

  /** The installation that registers an address at an App: what it does with other addresses does not show. */
  ofRegistrant(appId: string, { type, value }: Identifier, deviceKey: string): Buffer {
    return this.secrets.hmac('identifier', ['registrant', appId, type, value, deviceKey]);
  }

  /** Under every key that is configured. */
  allOfRegistrant(appId: string, { type, value }: Identifier, deviceKey: string): Buffer[] {
    const parts = ['registrant', appId, type, value, deviceKey];
    return this.secrets.keyIds.map((keyId) => this.secrets.hmac('identifier', parts, keyId));
  }

  /**
   * The salt of passwords that are registered with an address at an App: that two requests chose the same one is seen by
   * their hashes, without a faster digest of the password anywhere.
   */
  saltOfRegistration(appId: string, { type, value }: Identifier): Buffer {
    return this.secrets.hmac('registration-salt', [appId, type, value]);
  }

  /** Where codes by SMS are asked from, by App. */
  ofSmsOrigin(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['sms-origin', appId, addressKey]);
  }

  /**
   * What an attempt to sign in to an App counts against: the identifier, or the installation where it signed in to this
   * account before, and the address at the App.
   *
   * @param knownTo the user whose account the installation signed in to before.
   */
  ofMemberAttempt(
    { tenantId, appId }: { tenantId: string; appId: string },
    attempt: { identifierKey: Buffer; knownTo: string | null; deviceKey: string; addressKey: string },
  ): ThrottleKeys {
    const { identifierKey, knownTo, deviceKey, addressKey } = attempt;
    const account = knownTo === null ? identifierKey : this.ofKnownDevice(knownTo, deviceKey);
    return { tenantId, account, address: this.ofAddress(appId, addressKey) };
  }

  /** What an attempt of an administrator counts against: the account, and the address as mobile Apps count theirs. */
  ofAdminAttempt(tenantId: string, account: Buffer, addressKey: string): ThrottleKeys {
    return { tenantId, account, address: this.ofAddress(ADMIN_SURFACE, addressKey) };
  }
}
