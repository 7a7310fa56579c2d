import { MobileNumber, Nested, OneTimePassword } from '../../http/fields/fields';
import { CaptchaField, type CaptchaProof } from '../captcha/captcha-proof.dto';
import { MobileDeviceInfoRequest } from './login.dto';

/** A request for an SMS code. */
export class MobileSmsCodeRequest {
  @MobileNumber({
    description: 'In E.164, or as it is written in the country of the App; from a country that the App allows',
  })
  readonly mobile!: string;

  @CaptchaField()
  readonly captcha?: CaptchaProof | null;
}

export class MobileSmsLoginRequest {
  @MobileNumber({ description: 'In E.164, or as it is written in the country of the App' })
  readonly mobile!: string;

  @OneTimePassword()
  readonly otp!: string;

  @Nested(() => MobileDeviceInfoRequest, { optional: true })
  readonly device?: MobileDeviceInfoRequest | null;
}
