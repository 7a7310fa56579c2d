import { loginIdentifier, type LoginIdentifierType } from '@libs/iam';
import { field, type FieldError, only, ValidationFailedError } from '@libs/kernel';
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
  ...only(loginIdentifier, 'id', 'type'),
  value: field.text().about('The email address or mobile number, masked').example('m***@example.com'),
  ...only(loginIdentifier, 'verifiedAt', 'isPrimary', 'createdAt'),
}) {}

export class MobileLoginIdentifierListResponse extends answer({
  items: field.listOf(() => MobileLoginIdentifierResponse).about('The login identifiers, the primary one first'),
}) {}
