import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import { type LoginIdentifier, successorOf } from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { StepUps } from '../codes/step-ups.service';
import { AccountChanges } from '../history/account-changes';
import { changedIdentifier } from './identifier-adoption';

/** An identifier as its owner sees it: its value is masked. */
export type OwnLoginIdentifier = Pick<
  LoginIdentifier,
  'id' | 'type' | 'value' | 'verifiedAt' | 'isPrimary' | 'createdAt'
>;

/** The identifiers by which a member signs in. They belong to the user: all Apps of the tenant share them. */
@Injectable()
export class LoginIdentifiersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly challenges: OtpChallenges,
    private readonly stepUps: StepUps,
    private readonly links: AccountLinkStore,
    private readonly changes: AccountChanges,
  ) {}

  /** The primary one first, then oldest first. */
  async list({ tenantId, userId }: MemberSession): Promise<OwnLoginIdentifier[]> {
    const all = await this.transactions.run(tenantId, () => this.identifiers.of(tenantId, userId));
    return all
      .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
      .map((one) => ({ ...one, value: maskedIdentifier(one.type, one.value) }));
  }

  /**
   * Removes one of several identifiers; the oldest of those that stay replaces the primary one. Codes and links that
   * were sent to it are revoked.
   *
   * @throws ResourceNotFoundError, StepUpRequiredError, LastIdentifierError
   */
  async remove(member: MemberSession, id: string, stepUpToken: string | null, client: Client): Promise<void> {
    const { tenantId, userId } = member;
    await this.transactions.run(tenantId, async () => {
      // Locked, so that of two concurrent removals the second sees the result of the first.
      await this.users.getForUpdate(tenantId, userId);
      const all = await this.identifiers.of(tenantId, userId);
      const removed = all.find((identifier) => identifier.id === id);
      if (!removed) throw new ResourceNotFoundError();
      await this.stepUps.spend(member, { purpose: 'identifier_remove', resource: id }, stepUpToken);
      const successor = successorOf(removed, all);
      await this.identifiers.delete(removed);
      if (successor) {
        successor.makePrimary();
        await this.identifiers.save(successor);
      }
      await this.challenges.retireThoseTo(tenantId, userId, removed);
      if (removed.type === 'email') await this.links.end(tenantId, userId, 'password_reset');
      await this.changes.record(member, changedIdentifier('identifier_removed', member, removed), client, all);
    });
  }
}
