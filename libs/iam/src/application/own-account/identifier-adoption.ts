import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import { type Identifier, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import type { AttemptedChallenge } from '../../infrastructure/codes/otp-challenges';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { type AccountChange, AccountChanges } from '../history/account-changes';
import { UnverifiedAddresses } from '../registration/unverified-addresses';

/** Gives a member the identifier that a code has proven. */
@Injectable()
export class IdentifierAdoption {
  constructor(
    private readonly transactions: Transactions,
    private readonly identifiers: LoginIdentifiers,
    private readonly unverified: UnverifiedAddresses,
    private readonly sessions: Sessions,
    private readonly changes: AccountChanges,
  ) {}

  /** Under the user's lock. @returns false if no step-up vouched for it although by now an identifier could have. */
  async adopt(
    member: MemberSession,
    wanted: Identifier,
    { steppedUpAt }: AttemptedChallenge,
    client: Client,
  ): Promise<'adopted' | 'taken' | 'ended' | false> {
    const { tenantId, userId, sessionId } = member;
    if (!(await this.sessions.isLive(tenantId, sessionId))) return 'ended';
    if (steppedUpAt === null && (await this.identifiers.hasVerified(tenantId, userId))) return false;
    const before = await this.identifiers.of(tenantId, userId);
    const now = await this.transactions.now();
    const known = await this.identifiers.findByAddress(tenantId, wanted);
    if (known?.userId === userId) {
      if (known.verifiedAt !== null) return 'adopted';
      known.verify(now);
      await this.identifiers.save(known);
      await this.tell(member, known, before, client);
      return 'adopted';
    }
    const owner = { tenantId, id: userId };
    const identifier = new LoginIdentifier(owner, wanted.type, wanted.value, now, false);
    identifier.verify(now);
    if (!(await this.unverified.add(identifier))) return 'taken';
    await this.tell(member, identifier, before, client);
    return 'adopted';
  }

  private async tell(
    member: MemberSession,
    identifier: LoginIdentifier,
    before: readonly LoginIdentifier[],
    client: Client,
  ): Promise<void> {
    await this.changes.record(member, changedIdentifier('identifier_added', member, identifier), client, before);
  }
}

/** The change, of which the identifiers that existed before it are notified. */
export function changedIdentifier(
  type: 'identifier_added' | 'identifier_removed',
  { sessionId }: MemberSession,
  identifier: LoginIdentifier,
): AccountChange {
  const details = { identifier_id: identifier.id, identifier_type: identifier.type };
  return { type, sessionId, details, identifier };
}
