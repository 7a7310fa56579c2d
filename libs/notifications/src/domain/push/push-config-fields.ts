import { MAX_PEM_LENGTH, type PrivateKeyKind, privateKeyOf, PrivateKeyRefusedError } from './private-keys';
import type { PushProviderName } from './push-provider';

/** One setting of a provider. */
export interface PushField {
  /** In the configuration; names are separated by a dot. */
  readonly path: string;
  readonly max: number;
  readonly isSecret?: boolean;
  readonly optional?: boolean;
  /** The settings that come with an optional secret. */
  readonly group?: readonly string[];
  /** The code of what is wrong with a value, if anything is. */
  readonly check: (value: string, allowsHttp: boolean) => string | null;
}

type Given = Readonly<Record<string, unknown>>;

/** The length of an identifier, whoever gave it. */
const MAX_ID = 200;
const MAX_URL = 1_024;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;

/** Goes into paths and headers of requests. Dots alone would lead elsewhere in a path. */
const ID = matching(/^(?!\.+$)[A-Za-z0-9._@-]+$/, 'not_identifier');
const APPLE_ID = matching(/^[A-Z0-9]{10}$/, 'not_apple_id');
const PACKAGE = matching(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, 'not_package');
const CATEGORY = matching(/^[A-Za-z_]{1,64}$/, 'not_identifier');

const GATEWAY: readonly PushField[] = [
  { path: 'url', max: MAX_URL, check: urlProblem },
  { path: 'secret', max: MAX_ID, isSecret: true, check: webhookSecretProblem },
];

const HMS_V1 = ['client_id', 'client_secret'];
const HMS_V3 = ['project_id', 'key_id', 'sub_account', 'private_key'];

/** The settings of a provider; for some they depend on one another. */
export function fieldsOf(provider: PushProviderName, given: Given): readonly PushField[] {
  switch (provider) {
    case 'fcm':
      return [
        { path: 'service_account.project_id', max: MAX_ID, check: ID },
        { path: 'service_account.client_email', max: MAX_ID, check: ID },
        { path: 'service_account.private_key_id', max: MAX_ID, optional: true, check: ID },
        { path: 'service_account.private_key', max: MAX_PEM_LENGTH, isSecret: true, check: isKey('rsa') },
      ];
    case 'apns':
      return [
        { path: 'key', max: MAX_PEM_LENGTH, isSecret: true, check: isKey('p256') },
        { path: 'key_id', max: MAX_ID, check: APPLE_ID },
        { path: 'team_id', max: MAX_ID, check: APPLE_ID },
        { path: 'topic', max: MAX_ID, check: ID },
        { path: 'environment', max: MAX_ID, check: oneOf('production', 'sandbox') },
      ];
    case 'uni_push':
      return [
        { path: 'mode', max: MAX_ID, check: oneOf('rest', 'cloud') },
        ...(given['mode'] === 'cloud'
          ? GATEWAY
          : [
              { path: 'app_id', max: MAX_ID, check: ID },
              { path: 'app_key', max: MAX_ID, check: ID },
              { path: 'master_secret', max: MAX_ID, isSecret: true, check: ID },
              { path: 'android_package', max: MAX_ID, check: PACKAGE },
              { path: 'harmony_category', max: MAX_ID, optional: true, check: CATEGORY },
            ]),
      ];
    case 'hms':
      return hmsFields(given);
    case 'webhook':
      return GATEWAY;
    case 'log':
      return [];
  }
}

/** For Android, for HarmonyOS, or for both: each with all that belongs to it. */
function hmsFields(given: Given): PushField[] {
  const has = (names: readonly string[]) => names.some((name) => given[name] !== undefined);
  const [hasV1, hasV3] = [has(HMS_V1) || !has(HMS_V3), has(HMS_V3)];
  return [
    { path: 'client_id', max: MAX_ID, optional: !hasV1, check: ID },
    { path: 'client_secret', max: MAX_ID, isSecret: true, optional: !hasV1, group: ['client_id'], check: ID },
    { path: 'project_id', max: MAX_ID, optional: !hasV3, check: ID },
    { path: 'key_id', max: MAX_ID, optional: !hasV3, check: ID },
    { path: 'sub_account', max: MAX_ID, optional: !hasV3, check: ID },
    {
      path: 'private_key',
      max: MAX_PEM_LENGTH,
      isSecret: true,
      optional: !hasV3,
      group: ['key_id'],
      check: isKey('rsa'),
    },
  ];
}

function matching(pattern: RegExp, code: string): PushField['check'] {
  return (value) => (pattern.test(value) ? null : code);
}

function oneOf(...values: readonly string[]): PushField['check'] {
  return (value) => (values.includes(value) ? null : 'not_a_choice');
}

function isKey(kind: PrivateKeyKind): PushField['check'] {
  return (value) => {
    try {
      privateKeyOf(kind, value);
      return null;
    } catch (error) {
      if (error instanceof PrivateKeyRefusedError) return error.code;
      throw error;
    }
  };
}

/** Where it leads is looked at whenever it is called. */
function urlProblem(value: string, allowsHttp: boolean): string | null {
  if (!URL.canParse(value)) return 'not_https';
  const { protocol, username, password } = new URL(value);
  const isAllowed = protocol === 'https:' || (allowsHttp && protocol === 'http:');
  return isAllowed && username === '' && password === '' ? null : 'not_https';
}

/** As Standard Webhooks writes it. */
function webhookSecretProblem(value: string): string | null {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= MIN_SECRET_BYTES && length <= MAX_SECRET_BYTES ? null : 'not_webhook_secret';
}
