import { Injectable } from '@nestjs/common';
import { LegalConsents } from '@libs/content';
import { ValidationFailedError } from '@libs/kernel';
import type { RegistrationDetails } from '../../domain/codes/otp-request';
import type { AppScope } from '../accounts/app-scope';

type Consents = RegistrationDetails['legalConsents'];

/** The documents accepted by registering. */
@Injectable()
export class RegistrationConsents {
  constructor(private readonly consents: LegalConsents) {}

  /** @throws ValidationFailedError of the first consent that names another revision than the published one. */
  async expectCurrent(scope: AppScope, consents: Consents): Promise<void> {
    for (const [index, { documentType, revisionHash }] of consents.entries()) {
      if (!(await this.consents.isCurrent(scope, documentType, revisionHash))) {
        throw ValidationFailedError.of(`legal_consents.${index}.revision_hash`, 'stale_revision');
      }
    }
  }

  /** In the current transaction. */
  async record(scope: AppScope, userId: string, consents: Consents): Promise<void> {
    for (const { documentType, revisionHash } of consents) {
      await this.consents.record(scope, userId, documentType, revisionHash);
    }
  }
}
