import { field } from '@libs/kernel';
import { type ManagedPushProvider, PUSH_PROVIDER_NAMES, type PushConfig } from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { Flag, JsonObject, LockVersion, Uuid } from '../../http/fields/fields';

const MAX_CONFIG_BYTES = 24 * 1024;

const CONFIG_EXAMPLE = {
  key: '********',
  key_id: 'ABC123DEFG',
  team_id: 'DEF123GHIJ',
  topic: 'com.example.app',
  environment: 'production',
};

const CONFIG_DESCRIPTION = `The configuration of the provider; all keys are required unless stated otherwise.
\`fcm\`: \`service_account\`, the key file of a service account (\`project_id\`, \`client_email\`, \`private_key\`; addresses in it are ignored).
\`apns\`: \`key\` (the .p8 file), \`key_id\`, \`team_id\`, \`topic\`, \`environment\` production or sandbox.
\`uni_push\`: \`mode\` rest with \`app_id\`, \`app_key\`, \`master_secret\`, \`android_package\` and, if wanted, \`harmony_category\`; or \`mode\` cloud with \`url\` of the function and \`secret\`.
\`hms\`: \`client_id\` and \`client_secret\` for Android, \`project_id\`, \`key_id\`, \`sub_account\` and \`private_key\` for HarmonyOS, or both.
\`webhook\`: \`url\` and \`secret\`. \`log\`: nothing.
Private keys are PEM without a password: RSA of 2,048 to 4,096 bits with the exponent 3, 17 or 65,537 for \`fcm\` and \`hms\`, P-256 for \`apns\`.
URLs are https and public; a \`secret\` is \`whsec_\` and the base64 of 24 to 64 bytes (Standard Webhooks).
Each may have \`options\` with \`marketing\` and \`other\`: objects that are handed on as they are, for messages of that type and for all others.`;

/** The credentials of an App with a provider of pushes. */
export class AdminPushProviderRequest {
  @Flag({ description: 'Whether pushes are sent through the provider' })
  readonly enabled!: boolean;

  @JsonObject(MAX_CONFIG_BYTES, {
    description: `${CONFIG_DESCRIPTION}\nA secret that is sent as \`********\` keeps its value.`,
    example: CONFIG_EXAMPLE,
  })
  readonly config!: PushConfig;

  @LockVersion({
    optional: true,
    description: 'The version that the client read; if absent, the configuration is replaced whatever its version',
  })
  readonly lock_version?: number;
}

export class AdminPushTestRequest {
  @Uuid({ description: 'An active member of the App', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly user_id!: string;
}

export class AdminPushTestResponse extends answer({
  accepted: field.constant(true),
  devices: field.integer(1).about('Number of devices of the member to which the test is sent').example(1),
}) {
  constructor(devices: number) {
    super({ accepted: true, devices });
  }
}

export class AdminPushTestResultResponse extends answer({
  at: field.instant().as<string>(),
  sent: field.count().about('Pushes that the provider accepted').example(1),
  failed: field.count().example(0),
  reason: field
    .text()
    .nullable()
    .about('Reason for a failure, in the words of the provider; null without a failure')
    .example(null),
}) {}

export class AdminPushProviderResponse extends answer({
  provider: field.one('PushProviderName', PUSH_PROVIDER_NAMES).example('apns'),
  enabled: field.flag(),
  config: field
    .json<PushConfig>()
    .about('The saved configuration, with `********` in place of each secret')
    .example(CONFIG_EXAMPLE),
  pausedAt: field
    .instant()
    .nullable()
    .about(
      'Start of the pause: the provider refuses the credentials, so that only single pushes are tried until the provider is saved again. Null if not paused',
    )
    .example(null),
  pauseReason: field
    .text()
    .nullable()
    .about('The error of the provider that caused the pause; null if not paused')
    .example(null),
  lastTest: field.nested(() => AdminPushTestResultResponse).nullable(),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

/** By their names. */
export class AdminPushProviderListResponse extends answer({
  items: field.listOf(() => AdminPushProviderResponse, PUSH_PROVIDER_NAMES.length),
}) {
  constructor(providers: readonly ManagedPushProvider[]) {
    super({ items: providers });
  }
}
