import { EmailAddress, ListOf, Locale, OneOf, OneTimePassword, Password, Text } from '../../http/fields/fields';
import { DOCUMENT_TYPES } from '@libs/content';
import type { SupportedLocale } from '@libs/kernel';
import { IdentifierRequest } from './login.dto';

/** The acceptance of one revision of a legal document, as the client showed it. */
export class AppLegalConsentRequest {
  @OneOf('LegalDocumentType', DOCUMENT_TYPES, { example: 'privacy-policy' })
  readonly document_type!: string;

  @Text(
    { min: 64, max: 64, pattern: /^[0-9a-f]{64}$/ },
    {
      description: 'SHA-256 of the revision that was shown, in lower-case hexadecimal',
      example: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
    },
  )
  readonly revision_hash!: string;
}

export class AppRegistrationRequest extends IdentifierRequest {
  @Password({
    requiredWith: 'email',
    description:
      '12 to 256 characters, not a common password, without the name part of the address. Required with `email`',
  })
  readonly password?: string;

  @OneTimePassword({
    onlyWith: 'mobile',
    description: 'Required with `mobile`: the code from `POST /api/v1/auth/registration/send-code`',
  })
  readonly otp?: string;

  @Text({ max: 64 }, { optional: true, example: 'Lin' })
  readonly display_name?: string | null;

  @Locale({ optional: true, description: 'Saved as the locale of the member', example: 'zh-CN' })
  readonly locale?: SupportedLocale | null;

  @ListOf(
    () => AppLegalConsentRequest,
    { max: 2 },
    { optional: true, description: 'Must name the currently published revisions', example: [] },
  )
  readonly legal_consents?: AppLegalConsentRequest[] | null;
}

export class AppEmailRequest {
  @EmailAddress()
  readonly email!: string;
}

export class AppEmailOTPRequest extends AppEmailRequest {
  @OneTimePassword()
  readonly otp!: string;
}
