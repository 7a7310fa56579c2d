import { type MobileDevice, PUSH_PROVIDERS, type PushTokenProvider } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Flag, OneOf, Text } from '../../http/fields/fields';
import { MOBILE_PLATFORMS } from '../platforms';

export class MobilePushRegistrationRequest {
  @OneOf('PushProvider', PUSH_PROVIDERS, { example: 'fcm' })
  readonly provider!: PushTokenProvider;

  @Text(
    { max: 2_048, pattern: /^[\x21-\x7e]+$/, patternCode: 'not_printable' },
    {
      description:
        'The token that the provider gave the installation: printable ASCII without spaces. It is never returned. With FCM a registration token or an installation id; with HMS the token of the platform with which the member signed in',
    },
  )
  readonly token!: string;

  @Flag({ description: 'Whether the member wants pushes on this device', example: true })
  readonly enabled!: boolean;
}

export class MobileDeviceResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905'),
  platform: field.one('MobilePlatform', MOBILE_PLATFORMS).as<string>().nullable(),
  model: field.text().nullable().example('Pixel 9'),
  osVersion: field.text().nullable().example('16'),
  appVersion: field.text().nullable().example('1.4.0'),
  pushEnabled: field.flag(),
  lastSeenAt: field
    .instant()
    .about('Time of the last sign-in from the device, or of the last refresh of one of its sessions')
    .example('2026-11-21T09:45:00.000Z'),
  createdAt: field.instant(),
  current: field.flag().about('Whether the session of the request is on this device'),
}) {}

/** The installations from which the member signed in to this App, most recently seen first. */
export class MobileDeviceListResponse extends answer({
  items: field.listOf(() => MobileDeviceResponse, 100),
}) {
  constructor(devices: readonly MobileDevice[]) {
    super({ items: devices });
  }
}
