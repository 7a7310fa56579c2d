import { field } from '@libs/kernel';
import {
  type ManagedPushProvider,
  managedPushProvider,
  PUSH_PROVIDER_NAMES,
  pushTestResult,
} from '@libs/notifications';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { LockVersion } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

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
export class AdminPushProviderRequest extends newRequest({
  enabled: managedPushProvider.enabled.about('Whether pushes are sent through the provider'),
  config: managedPushProvider.config.about(
    `${CONFIG_DESCRIPTION}\nA secret that is sent as \`********\` keeps its value.`,
  ),
}) {
  @LockVersion({
    optional: true,
    description: 'The version that the client read; if absent, the configuration is replaced whatever its version',
  })
  readonly lock_version?: number;
}

export class AdminPushTestRequest extends newRequest({
  userId: field.uuid().about('An active member of the App').example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
}) {}

export class AdminPushTestResponse extends answer({
  accepted: field.constant(true),
  devices: field.integer(1).about('Number of devices of the member to which the test is sent').example(1),
}) {
  constructor(devices: number) {
    super({ accepted: true, devices });
  }
}

export class AdminPushTestResultResponse extends answer(pushTestResult) {}

export class AdminPushProviderResponse extends answer({
  ...managedPushProvider,
  lastTest: managedPushProvider.lastTest.told(() => AdminPushTestResultResponse),
  updatedBy,
}) {}

/** By their names. */
export class AdminPushProviderListResponse extends answer({
  items: field.listOf(() => AdminPushProviderResponse, PUSH_PROVIDER_NAMES.length),
}) {
  constructor(providers: readonly ManagedPushProvider[]) {
    super({ items: providers });
  }
}
