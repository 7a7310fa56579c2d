import { field, fields, having, newId, type SupportedLocale, type ValuesOf } from '@libs/kernel';
import { type Identifier, loginIdentifier } from '../accounts/login-identifier';
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
export const otpRequest = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  appId: field.uuid(),
  purpose: field.text().as<AnonymousPurpose>(),
  identifierType: loginIdentifier.type,
  recipient: field.text(),
  /** The locale of the request, for the message if the user has saved none. */
  locale: field.locale(),
  registration: field.json<RegistrationDetails>().nullable().initially(null),
  passwordHash: field.text().nullable().initially(null),
  /** Keyed hash of the installation that asked; null if it sent no device key. */
  deviceKeyHash: field.bytes().nullable().initially(null),
  userId: field.uuid().nullable().initially(null),
  processedAt: field.instant().nullable().initially(null),
  createdAt: field.instant(),
});

type Asked = ValuesOf<typeof otpRequest>;

export interface NewOtpRequest
  extends Pick<Asked, 'purpose' | 'locale'>, Partial<Pick<Asked, 'registration' | 'passwordHash' | 'deviceKeyHash'>> {
  readonly identifier: Identifier;
}

export class OtpRequest extends having(otpRequest) {
  constructor({ tenantId, appId }: { tenantId: string; appId: string }, request: NewOtpRequest, createdAt: Date) {
    const { identifier, ...asked } = request;
    const { type: identifierType, value: recipient } = identifier;
    super({ tenantId, appId, id: newId(), ...asked, identifierType, recipient, createdAt });
  }

  get identifier(): Identifier {
    return { type: this.identifierType, value: this.recipient };
  }

  /** @param isPending whether a code may still confirm the password; otherwise the password is not kept. */
  process(userId: string | null, isPending: boolean, now: Date): void {
    Object.assign(this, { userId, passwordHash: isPending ? this.passwordHash : null, processedAt: now });
  }
}
