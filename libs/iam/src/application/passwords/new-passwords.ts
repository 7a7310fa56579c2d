import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '@libs/kernel';
import { passwordProblem } from '../../domain/passwords/password-policy';
import { CommonPasswords } from '../../infrastructure/passwords/common-passwords';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';

/** What a new password must not contain or repeat. */
export interface PasswordOwner {
  readonly emails: readonly string[];
  /** The hash of the current password; null if there is none. */
  readonly stored: string | null;
  /** For the hash, see PasswordHasher; random by default. */
  readonly salt?: Buffer;
}

/** Newly chosen passwords: at a registration, a reset or a change. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
  ) {}

  /** The checks that need no account. @throws ValidationFailedError of the field. */
  expectAcceptable(field: string, password: string, emails: readonly string[]): void {
    const problem = passwordProblem(password, emails, (candidate) => this.commonPasswords.has(candidate));
    if (problem) throw ValidationFailedError.of(field, problem);
  }

  /** An administrator's, made where none is given. @throws ValidationFailedError of `password` */
  async givenOrMade(
    given: string | null,
    email: string,
  ): Promise<{ readonly password: string; readonly hash: string }> {
    const password = given ?? randomBytes(15).toString('base64url');
    return { password, hash: await this.hash('password', password, { emails: [email], stored: null }) };
  }

  /** @throws ValidationFailedError of the field, DependencyUnavailableError when too many wait. */
  async hash(field: string, password: string, { emails, stored, salt }: PasswordOwner): Promise<string> {
    this.expectAcceptable(field, password, emails);
    if (stored !== null && (await this.hasher.verify(password, stored))) {
      throw ValidationFailedError.of(field, 'same_password');
    }
    return this.hasher.hash(password, salt);
  }
}
