import { LOGIN_IDENTIFIER_TYPES, type LoginIdentifierType, type OwnLoginIdentifier } from '@libs/iam';
import { field, type FieldError, ValidationFailedError } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { EmailAddress, MobileNumber, OneTimePassword, Text } from '../../http/fields/fields';
import { CaptchaField, type CaptchaProof } from '../captcha/captcha-proof.dto';

/** The longest email address. */
const MAX_VALUE_LENGTH = 254;

/** By the type in the path: an email address, or a mobile number with a CAPTCHA proof. */
export class MobileLoginIdentifierChallengeRequest {
  @EmailAddress({ optional: true })
  readonly email?: string;

  @MobileNumber({ optional: true })
  readonly mobile?: string;

  @CaptchaField()
  readonly captcha?: CaptchaProof | null;
}

const FIELDS_OF = { email: ['email'], mobile: ['mobile', 'captcha'] } as const;

/** @throws ValidationFailedError when the field of the type is missing, or one of another type is given. */
export function expectFieldsOf(type: LoginIdentifierType, body: MobileLoginIdentifierChallengeRequest): void {
  const errors: FieldError[] = body[type] === undefined ? [{ field: type, code: 'required' }] : [];
  for (const field of FIELDS_OF[type === 'email' ? 'mobile' : 'email']) {
    if (body[field] !== undefined) errors.push({ field, code: 'unknown_field' });
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

export class MobileLoginIdentifierVerifyRequest {
  @Text(
    { max: MAX_VALUE_LENGTH },
    { description: 'The identifier for which the code was requested', example: 'member@example.com' },
  )
  readonly value!: string;

  @OneTimePassword()
  readonly otp!: string;
}

class MobileLoginIdentifierResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905'),
  type: field.one('LoginIdentifierType', LOGIN_IDENTIFIER_TYPES),
  value: field.text().about('The email address or mobile number, masked').example('m***@example.com'),
  verifiedAt: field.instant().nullable(),
  isPrimary: field.flag(),
  createdAt: field.instant(),
}) {
  constructor({ id, type, maskedValue, verifiedAt, isPrimary, createdAt }: OwnLoginIdentifier) {
    super({ id, type, verifiedAt, isPrimary, createdAt, value: maskedValue });
  }
}

export class MobileLoginIdentifierListResponse extends answer({
  items: field.listOf(() => MobileLoginIdentifierResponse).about('The login identifiers, the primary one first'),
}) {
  constructor(identifiers: readonly OwnLoginIdentifier[]) {
    super({ items: identifiers });
  }
}
