import { OneTimePassword, Password } from '../../http/fields/fields';
import { CaptchaField, type CaptchaProof } from '../captcha/captcha-proof.dto';
import { IdentifierRequest } from './login.dto';

const NEW_PASSWORD = '12 to 256 characters, not a common password, without the name part of the address';

/** An email address, or a mobile number with a CAPTCHA proof. */
export class AppPasswordForgotRequest extends IdentifierRequest {
  @CaptchaField({ onlyWith: 'mobile' })
  readonly captcha?: CaptchaProof | null;
}

export class AppPasswordResetRequest extends IdentifierRequest {
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
