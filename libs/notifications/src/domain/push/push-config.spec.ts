import { generateKeyPairSync } from 'node:crypto';
import type { ValidationFailedError } from '@libs/kernel';
import { endlessRsaPem } from '../../../../../test/support/push/hostile-keys';
import { checkedConfig, MASK, maskedConfig, openConfig, type PushConfig } from './push-config';
import type { PushProviderName } from './push-provider';

const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  String(key.export({ type: 'pkcs8', format: 'pem' }));
const RSA = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const WEAK = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
const P256 = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const P384 = pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const FCM = { service_account: { project_id: 'p', client_email: 'a@p.iam.gserviceaccount.com', private_key: RSA } };
const APNS = {
  key: P256,
  key_id: 'ABC123DEFG',
  team_id: 'DEF123GHIJ',
  topic: 'com.example.app',
  environment: 'sandbox',
};
const REST = {
  mode: 'rest',
  app_id: 'a',
  app_key: 'k',
  master_secret: 'the-master-secret-of-it',
  android_package: 'com.example.app',
};
const CLOUD = { mode: 'cloud', url: 'https://fc.example.com/push', secret: SECRET };
const HMS_V1 = { client_id: '1', client_secret: 'the-client-secret-of-it' };
const HMS_V3 = { project_id: '1', key_id: 'k', sub_account: '2', private_key: RSA };
const WEBHOOK = { url: 'https://gateway.example.com/', secret: SECRET };

const check = (provider: PushProviderName, config: object, stored: Record<string, string> = {}) =>
  checkedConfig(provider, config as PushConfig, stored, false);
const errorsOf = (provider: PushProviderName, config: object, stored?: Record<string, string>) => {
  try {
    check(provider, config, stored);
    return [];
  } catch (error) {
    return (error as ValidationFailedError).fields.map(({ field, code }) => `${field} ${code}`);
  }
};

describe('The configuration of a push provider', () => {
  it.each<[PushProviderName, PushConfig, string[]]>([
    ['fcm', FCM, ['service_account.private_key']],
    ['apns', APNS, ['key']],
    ['uni_push', REST, ['master_secret']],
    ['uni_push', CLOUD, ['secret']],
    ['hms', HMS_V1, ['client_secret']],
    ['hms', HMS_V3, ['private_key']],
    ['hms', { ...HMS_V1, ...HMS_V3 }, ['client_secret', 'private_key']],
    ['webhook', WEBHOOK, ['secret']],
    ['log', {}, []],
  ])('%s keeps its secrets apart, and has them back', (provider, config, names) => {
    const { config: stored, secrets } = check(provider, config);
    expect(Object.keys(secrets).sort()).toEqual(names);
    for (const secret of Object.values(secrets)) expect(JSON.stringify(stored)).not.toContain(secret.slice(0, 20));
    expect(openConfig(stored, secrets)).toEqual(config);
    const masked = maskedConfig(provider, stored);
    expect(JSON.stringify(masked).split(MASK)).toHaveLength(names.length + 1);
    expect(check(provider, masked, secrets)).toEqual({ config: stored, secrets });
  });

  it('drops what a key file says besides, above all addresses', () => {
    const file = {
      ...FCM.service_account,
      type: 'service_account',
      token_uri: 'http://10.0.0.1/',
      auth_uri: 'http://10.0.0.1/',
    };
    expect(JSON.stringify(check('fcm', { service_account: file }))).not.toContain('10.0.0.1');
  });

  it.each<[PushProviderName, object, string[]]>([
    [
      'fcm',
      {},
      [
        'config.service_account.project_id required',
        'config.service_account.client_email required',
        'config.service_account.private_key required',
      ],
    ],
    [
      'fcm',
      { service_account: { ...FCM.service_account, private_key: WEAK } },
      ['config.service_account.private_key rsa_key_size'],
    ],
    [
      'fcm',
      { service_account: { ...FCM.service_account, private_key: P256 } },
      ['config.service_account.private_key not_rsa_key'],
    ],
    [
      'fcm',
      { service_account: { ...FCM.service_account, project_id: '../x' } },
      ['config.service_account.project_id not_identifier'],
    ],
    [
      'fcm',
      { service_account: 'text' },
      [
        'config.service_account.project_id required',
        'config.service_account.client_email required',
        'config.service_account.private_key required',
      ],
    ],
    ['hms', { ...HMS_V3, private_key: endlessRsaPem() }, ['config.private_key rsa_key_size']],
    ['apns', { ...APNS, key: P384 }, ['config.key not_p8_key']],
    ['apns', { ...APNS, key: 'no key' }, ['config.key not_p8_key']],
    ['apns', { ...APNS, key: 7 }, ['config.key not_string']],
    ['apns', { ...APNS, key: 'x'.repeat(9_000) }, ['config.key too_long']],
    ['apns', { ...APNS, key: MASK }, ['config.key required']],
    ['apns', { ...APNS, team_id: 'short' }, ['config.team_id not_apple_id']],
    ['apns', { ...APNS, environment: 'staging' }, ['config.environment not_a_choice']],
    ['apns', { ...APNS, topic: 'a\r\nb' }, ['config.topic not_identifier']],
    ['uni_push', { ...REST, app_id: '..' }, ['config.app_id not_identifier']],
    ['apns', { ...APNS, url: 'https://example.com' }, ['config.url unknown_field']],
    ['uni_push', { ...REST, mode: 'other' }, ['config.mode not_a_choice']],
    ['uni_push', { ...REST, android_package: 'a;b' }, ['config.android_package not_package']],
    ['uni_push', { ...CLOUD, url: 'http://example.com' }, ['config.url not_https']],
    ['hms', {}, ['config.client_id required', 'config.client_secret required']],
    [
      'hms',
      { project_id: '1' },
      ['config.key_id required', 'config.sub_account required', 'config.private_key required'],
    ],
    ['webhook', { ...WEBHOOK, url: 'https://user:pw@example.com/' }, ['config.url not_https']],
    ['webhook', { ...WEBHOOK, secret: 'whsec_c2hvcnQ=' }, ['config.secret not_webhook_secret']],
    ['webhook', { ...WEBHOOK, secret: 'plain' }, ['config.secret not_webhook_secret']],
    ['log', { level: 'info' }, ['config.level unknown_field']],
    ['log', { options: [] }, ['config.options not_object']],
    ['log', { options: { all: {} } }, ['config.options.all unknown_field']],
    ['log', { options: { other: 'x' } }, ['config.options.other not_object']],
    ['log', { options: { other: { text: 'x'.repeat(5_000) } } }, ['config.options.other too_large']],
    [
      'log',
      { options: { other: JSON.parse(`${'{"a":'.repeat(9)}{}${'}'.repeat(9)}`) as object } },
      ['config.options.other too_deep'],
    ],
  ])('%s refuses %j', (provider, config, errors) => expect(errorsOf(provider, config)).toEqual(errors));
});
