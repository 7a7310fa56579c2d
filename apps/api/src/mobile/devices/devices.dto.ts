import { PUSH_PROVIDERS, type MobileDevice, type PushTokenProvider } from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';
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

export class MobileDeviceResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905' })
  readonly id: string;

  @Answer.OneOf('MobilePlatform', MOBILE_PLATFORMS, { nullable: true })
  readonly platform: string | null;

  @Answer.Text({ nullable: true, example: 'Pixel 9' })
  readonly model: string | null;

  @Answer.Text({ nullable: true, example: '16' })
  readonly os_version: string | null;

  @Answer.Text({ nullable: true, example: '1.4.0' })
  readonly app_version: string | null;

  @Answer.Flag()
  readonly push_enabled: boolean;

  @Answer.Instant({
    description: 'Time of the last sign-in from the device, or of the last refresh of one of its sessions',
    example: '2026-11-21T09:45:00.000Z',
  })
  readonly last_seen_at: string;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Flag({ description: 'Whether the session of the request is on this device' })
  readonly current: boolean;

  constructor(device: MobileDevice) {
    this.id = device.id;
    this.platform = device.platform;
    this.model = device.model;
    this.os_version = device.osVersion;
    this.app_version = device.appVersion;
    this.push_enabled = device.pushEnabled;
    this.last_seen_at = device.lastSeenAt.toISOString();
    this.created_at = device.createdAt.toISOString();
    this.current = device.current;
  }
}

/** The installations from which the member signed in to this App, most recently seen first. */
export class MobileDeviceListResponse {
  @Answer.ListOf(() => MobileDeviceResponse, { max: 100 })
  readonly items: readonly MobileDeviceResponse[];

  constructor(devices: readonly MobileDevice[]) {
    this.items = devices.map((device) => new MobileDeviceResponse(device));
  }
}
