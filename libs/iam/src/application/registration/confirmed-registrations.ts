import { Injectable } from '@nestjs/common';
import type { AppMembership } from '../../domain/accounts/app-membership';
import type { User } from '../../domain/accounts/user';
import type { OtpRequest } from '../../domain/codes/otp-request';
import type { AttemptedChallenge } from '../../infrastructure/codes/otp-challenges';
import { PendingRegistrations, type RegisteredAddress } from '../../infrastructure/registration/pending-registrations';
import { RegistrantKeys } from '../../infrastructure/registration/registrant-keys';
import { UnconfirmedUsers } from '../../infrastructure/registration/unconfirmed-users';

/** A right code, and the client that sent it. */
export interface Confirmation {
  readonly challenge: AttemptedChallenge;
  readonly deviceKey: string | null;
}

/** Which of the registrations of an address its owner has confirmed. In the current transaction. */
@Injectable()
export class ConfirmedRegistrations {
  constructor(
    private readonly pending: PendingRegistrations,
    private readonly unconfirmed: UnconfirmedUsers,
    private readonly registrantKeys: RegistrantKeys,
  ) {}

  /**
   * The code alone does not tell, since it is sent to the same mailbox whoever asked for it.
   *
   * @returns also whether nobody had proven to be the user.
   */
  async find(
    registered: RegisteredAddress,
    user: User,
    membership: AppMembership,
    { challenge, deviceKey }: Confirmation,
  ): Promise<{ readonly isNew: boolean; readonly request: OtpRequest | null }> {
    const { tenantId, appId, address } = registered;
    const isNew = await this.unconfirmed.includes(tenantId, user.id);
    const deviceKeyHashes = deviceKey === null ? null : this.registrantKeys.allOf(appId, address, deviceKey);
    // Requests expire, and a stranger's may outlive that with which the new user began.
    const only = { preferredId: challenge.requestId, began: isNew ? membership.createdAt : null };
    return { isNew, request: await this.pending.findTied(registered, deviceKeyHashes, only) };
  }

  /** Ends all of the address. */
  async end(registered: RegisteredAddress): Promise<void> {
    await this.pending.end(registered);
  }
}
