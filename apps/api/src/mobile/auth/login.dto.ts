import { DEVICE_PLATFORMS, type DeviceDetails, type TokenPair } from '@libs/iam';
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

export class MobilePasswordLoginRequest {
  @EmailAddress({ either: 'mobile', description: 'Exactly one of `email` and `mobile`' })
  readonly email?: string;

  @MobileNumber({
    either: 'email',
    description: 'Mobile number in E.164 or in the national format of the App’s default country',
  })
  readonly mobile?: string;

  @Password()
  readonly password!: string;

  @Nested(() => MobileDeviceInfoRequest, { optional: true })
  readonly device?: MobileDeviceInfoRequest | null;
}

export class MobileRefreshRequest {
  @Opaque({ example: 'akr_7Zk2…', description: 'The refresh token as issued; it can be used once' })
  readonly refresh_token!: string;
}

export class MobileTokenResponse extends answer({
  tokenType: field.constant('Bearer'),
  accessToken: field
    .text()
    .about('JWT (RFC 9068), valid for 15 minutes')
    .example('eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…'),
  accessTokenExpiresAt: field.instant().example('2026-11-21T09:15:00.000Z'),
  refreshToken: field
    .text()
    .about('Opaque refresh token, for a single use. Keep it in the secure storage of the platform')
    .example('akr_7Zk2…'),
  refreshTokenExpiresAt: field.instant().example('2026-12-21T09:00:00.000Z'),
  sessionId: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
}) {
  constructor(pair: TokenPair) {
    super({ ...pair, tokenType: 'Bearer' });
  }
}
