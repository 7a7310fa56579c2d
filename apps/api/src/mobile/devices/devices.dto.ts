import { device, PUSH_PROVIDERS, type PushTokenProvider } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Flag, OneOf, Text } from '../../http/fields/fields';

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

export class MobileDeviceResponse extends answer(device) {}

/** The installations from which the member signed in to this App, most recently seen first. */
export class MobileDeviceListResponse extends answer({
  items: field.listOf(() => MobileDeviceResponse, 100),
}) {}
