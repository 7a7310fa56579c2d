import { EmailAddress, MobileNumber, OneTimePassword, Password } from '../../http/fields/fields';
import { CaptchaField, type CaptchaProof } from '../captcha/captcha-proof.dto';

const NEW_PASSWORD = '12 to 256 characters, not a common password, without the name part of the address';

/** An email address, or a mobile number with a CAPTCHA proof. */
export class AppPasswordForgotRequest {
  @EmailAddress({ either: 'mobile', description: 'Exactly one of `email` and `mobile`' })
  readonly email?: string;

  @MobileNumber({
    either: 'email',
    description:
      'Mobile number in E.164 or in the national format of the App’s default country, from a country that the App allows',
  })
  readonly mobile?: string;

  @CaptchaField({ onlyWith: 'mobile' })
  readonly captcha?: CaptchaProof | null;
}

export class AppPasswordResetRequest {
  @EmailAddress({ either: 'mobile', description: 'Exactly one of `email` and `mobile`' })
  readonly email?: string;

  @MobileNumber({
    either: 'email',
    description: 'Mobile number in E.164 or in the national format of the App’s default country',
  })
  readonly mobile?: string;

  @OneTimePassword()
  readonly otp!: string;

  @Password({ description: NEW_PASSWORD, example: 'battery staple horse' })
  readonly new_password!: string;
}

export class SelfPasswordChangeRequest {
  @Password({ optional: true, description: 'Required if the member has a password' })
  readonly current_password?: string;

  @Password({ description: NEW_PASSWORD, example: 'battery staple horse' })
  readonly new_password!: string;
}
