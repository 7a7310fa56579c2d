import { MobileNumber, Nested, OneTimePassword } from '../../http/fields/fields';
import { CaptchaField, type CaptchaProof } from '../captcha/captcha-proof.dto';
import { MobileDeviceInfoRequest } from './login.dto';

/** A request for an SMS code. */
export class MobileSmsCodeRequest {
  @MobileNumber({
    description:
      'Mobile number in E.164 or in the national format of the App’s default country, from a country that the App allows',
  })
  readonly mobile!: string;

  @CaptchaField()
  readonly captcha?: CaptchaProof | null;
}

export class MobileSmsLoginRequest {
  @MobileNumber({ description: 'Mobile number in E.164 or in the national format of the App’s default country' })
  readonly mobile!: string;

  @OneTimePassword()
  readonly otp!: string;

  @Nested(() => MobileDeviceInfoRequest, { optional: true })
  readonly device?: MobileDeviceInfoRequest | null;
}
