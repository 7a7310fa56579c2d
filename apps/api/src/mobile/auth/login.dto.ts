import { DEVICE_PLATFORMS, type DeviceDetails, type TokenPair, tokenPair } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { EmailAddress, MobileNumber, Nested, OneOf, Opaque, Password, Text } from '../../http/fields/fields';

/** What an installation reports about itself, for the member's list of devices. */
export class MobileDeviceInfoRequest {
  @OneOf('MobilePlatform', DEVICE_PLATFORMS, { optional: true, example: 'android' })
  readonly platform?: DeviceDetails['platform'];

  @Text({ max: 100 }, { optional: true, example: 'Pixel 9' })
  readonly model?: string | null;

  @Text({ max: 50 }, { optional: true, example: '16' })
  readonly os_version?: string | null;

  @Text({ max: 64 }, { optional: true, example: '1.4.0' })
  readonly app_version?: string | null;
}

/** @param device as the sign-in sent it. */
export function deviceDetailsOf(device: MobileDeviceInfoRequest | null | undefined): DeviceDetails {
  return {
    platform: device?.platform ?? null,
    model: device?.model ?? null,
    osVersion: device?.os_version ?? null,
    appVersion: device?.app_version ?? null,
  };
}

/** An email address or a mobile number. */
export class IdentifierRequest {
  @EmailAddress({ either: 'mobile', description: 'Exactly one of `email` and `mobile`' })
  readonly email?: string;

  @MobileNumber({
    either: 'email',
    description: 'Mobile number in E.164 or in the national format of the App’s default country',
  })
  readonly mobile?: string;
}

export class MobilePasswordLoginRequest extends IdentifierRequest {
  @Password()
  readonly password!: string;

  @Nested(() => MobileDeviceInfoRequest, { optional: true })
  readonly device?: MobileDeviceInfoRequest | null;
}

export class MobileRefreshRequest {
  @Opaque({ example: 'akr_7Zk2…', description: 'The refresh token as issued; it can be used once' })
  readonly refresh_token!: string;
}

export class MobileTokenResponse extends answer({ tokenType: field.constant('Bearer'), ...tokenPair }) {
  constructor(pair: TokenPair) {
    super({ ...pair, tokenType: 'Bearer' });
  }
}
