import { Injectable } from '@nestjs/common';
import { type Identifier, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { User } from '../../domain/accounts/user';
import type { RegistrationDetails } from '../../domain/codes/otp-request';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import type { AppScope } from '../accounts/app-scope';
import { UnverifiedAddresses } from './unverified-addresses';

/** A number that a code has proven, and what a new user with it gets. */
export interface ProvenNumber extends Pick<RegistrationDetails, 'displayName' | 'locale'> {
  /** E.164. */
  readonly mobile: string;
}

/** The users to whom proven numbers belong. In the current transaction. */
@Injectable()
export class NumberOwners {
  constructor(
    private readonly identifiers: LoginIdentifiers,
    private readonly unverified: UnverifiedAddresses,
  ) {}

  /**
   * The user with the proven number, locked, or else a new one. A code sent to the number does not permit setting an
   * existing user's password.
   */
  async get(
    { tenantId }: AppScope,
    { mobile, displayName, locale }: ProvenNumber,
    passwordHash: string | null,
    now: Date,
  ): Promise<User> {
    const wanted: Identifier = { type: 'mobile', value: mobile };
    const owner = await this.identifiers.findHolderForUpdate(tenantId, wanted);
    if (owner?.identifier.verifiedAt) return owner.user;
    const user = new User(tenantId, now, { displayName, locale });
    if (passwordHash !== null) user.setPassword(passwordHash, now);
    const identifier = new LoginIdentifier(user, 'mobile', mobile, now);
    identifier.verify(now);
    if (await this.unverified.giveTo(user, identifier)) return user;
    const rival = await this.identifiers.findHolderForUpdate(tenantId, wanted);
    if (!rival) throw new Error('The number was taken and has no owner');
    rival.identifier.verify(now);
    await this.identifiers.save(rival.identifier);
    return rival.user;
  }
}
