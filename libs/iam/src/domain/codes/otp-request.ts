import { newId, type SupportedLocale } from '@libs/kernel';
import type { Identifier, LoginIdentifierType } from '../accounts/login-identifier';
import type { OtpPurpose } from './otp';

/** Purposes for which a code can be requested without signing in. */
type AnonymousPurpose = Exclude<OtpPurpose, 'identifier_verify' | 'step_up'>;

/** What a registration contains besides the password, kept until a code confirms it. */
export interface RegistrationDetails {
  readonly displayName: string | null;
  readonly locale: SupportedLocale | null;
  readonly legalConsents: readonly { readonly documentType: string; readonly revisionHash: string }[];
}

/**
 * A request for a code. Recorded for every identifier, whether or not an account exists; a worker looks up the account
 * afterwards, so that neither the answer nor its timing can reveal it.
 */
export class OtpRequest {
  readonly tenantId: string;
  readonly id: string;
  readonly appId: string;
  readonly purpose: AnonymousPurpose;
  readonly identifierType: LoginIdentifierType;
  readonly recipient: string;
  /** The locale of the request, for the message if the user has saved none. */
  readonly locale: SupportedLocale;
  readonly registration: RegistrationDetails | null;
  readonly passwordHash: string | null;
  /** Keyed hash of the installation that asked; null if it sent no device key. */
  readonly deviceKeyHash: Buffer | null;
  readonly userId: string | null;
  readonly processedAt: Date | null;
  readonly createdAt: Date;

  constructor(
    scope: { tenantId: string; appId: string },
    request: {
      purpose: AnonymousPurpose;
      identifier: Identifier;
      locale: SupportedLocale;
      registration?: RegistrationDetails;
      passwordHash?: string;
      deviceKeyHash?: Buffer | null;
    },
    now: Date,
  ) {
    this.tenantId = scope.tenantId;
    this.id = newId();
    this.appId = scope.appId;
    this.purpose = request.purpose;
    this.identifierType = request.identifier.type;
    this.recipient = request.identifier.value;
    this.locale = request.locale;
    this.registration = request.registration ?? null;
    this.passwordHash = request.passwordHash ?? null;
    this.deviceKeyHash = request.deviceKeyHash ?? null;
    this.userId = null;
    this.processedAt = null;
    this.createdAt = now;
  }

  get identifier(): Identifier {
    return { type: this.identifierType, value: this.recipient };
  }

  /** @param isPending whether a code may still confirm the password; otherwise the password is not kept. */
  process(userId: string | null, isPending: boolean, now: Date): void {
    Object.assign(this, { userId, passwordHash: isPending ? this.passwordHash : null, processedAt: now });
  }
}
