import { expectProblem, reasons } from '../../http/support/problem';
import { exchange, request } from '../../http/support/wire';
import { suiteApi } from '../../support/suite';
import { signInAdmin, suiteOwner } from '../support/admin';
import { aManagedApp, NEW_APP } from '../support/apps';

const long = (length: number) => '好'.repeat(length);
const flags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`flag_${index}`, 1]));
const versions = (count: number) => Array.from({ length: count }, (_, index) => `1.${index}`);
/** A client configuration of this many bytes as JSON. */
const config = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

/** Refused values, with the reasons. */
const REFUSED: readonly [field: string, value: unknown, reason: string][] = [
  ['name', '', 'name required'],
  ['name', ' \t', 'name required'],
  ['name', long(81), 'name too_long'],
  ['name', null, 'name not_string'],
  ['name', 7, 'name not_string'],
  ['name', 'a\u0000b', 'name invalid_text'],
  ['app_type', 'flutter', 'app_type not_allowed'],
  ['app_type', null, 'app_type not_string'],
  ['description', long(501), 'description too_long'],
  ['description', {}, 'description not_string'],
  ['icon_file_id', 'icon', 'icon_file_id not_uuid'],
  ['icon_file_id', 1, 'icon_file_id not_string'],
  ['default_locale', 'zh', 'default_locale not_supported_locale'],
  ['default_locale', null, 'default_locale not_supported_locale'],
  ['supported_locales', null, 'supported_locales not_list'],
  ['supported_locales', [], 'supported_locales too_few_items'],
  ['supported_locales', ['zh-CN', 'fr-FR'], 'supported_locales.1 not_supported_locale'],
  ['supported_locales', 'zh-CN', 'supported_locales not_list'],
  ['supported_locales', ['zh-CN', 'zh-CN', 'zh-CN', 'zh-CN', 'zh-CN'], 'supported_locales too_many_items'],
  ['registration', [], 'registration not_object'],
  ['registration', { email_enabled: 'yes' }, 'registration.email_enabled not_boolean'],
  ['registration', { email_resend_cooldown_seconds: 29 }, 'registration.email_resend_cooldown_seconds out_of_range'],
  ['registration', { email_resend_cooldown_seconds: 3601 }, 'registration.email_resend_cooldown_seconds out_of_range'],
  ['registration', { email_resend_cooldown_seconds: 60.5 }, 'registration.email_resend_cooldown_seconds not_integer'],
  ['registration', { default_country: 'cn' }, 'registration.default_country not_country'],
  ['registration', { default_country: 'XX' }, 'registration.default_country not_country'],
  ['registration', { default_country: 'JP', allowed_countries: ['CN'] }, 'registration.default_country not_allowed'],
  ['registration', { allowed_countries: ['JP'] }, 'registration.default_country not_allowed'],
  ['registration', { default_country: 86 }, 'registration.default_country not_string'],
  ['registration', { allowed_countries: [] }, 'registration.allowed_countries too_few_items'],
  ['registration', { allowed_countries: ['CN', 'EU'] }, 'registration.allowed_countries.1 not_country'],
  ['registration', { sms: true }, 'registration.sms unknown_field'],
  ['captcha', { type: 'text' }, 'captcha.type not_allowed'],
  ['captcha', { level: 'extreme' }, 'captcha.level not_allowed'],
  ['captcha', { characters: 'kanji' }, 'captcha.characters not_allowed'],
  ['captcha', { scenes: { login: 'text' } }, 'captcha.scenes.login not_allowed'],
  ['captcha', { scenes: { checkout: 'click' } }, 'captcha.scenes.checkout unknown_field'],
  ['captcha', { scenes: [] }, 'captcha.scenes not_object'],
  ['feature_flags', flags(101), 'feature_flags too_many_items'],
  ['feature_flags', { 'a b': true }, 'feature_flags.a b not_flag_key'],
  ['feature_flags', { '': true }, 'feature_flags. not_flag_key'],
  ['feature_flags', { ['a'.repeat(65)]: true }, `feature_flags.${'a'.repeat(65)} not_flag_key`],
  ['feature_flags', { a: null }, 'feature_flags.a not_flag_value'],
  ['feature_flags', { a: [] }, 'feature_flags.a not_flag_value'],
  ['feature_flags', { a: long(1001) }, 'feature_flags.a too_long'],
  ['feature_flags', [], 'feature_flags not_object'],
  ['client_config', config(16 * 1024 + 1), 'client_config too_large'],
  ['client_config', [], 'client_config not_object'],
  ['client_config', 'x', 'client_config not_object'],
  ['client_config', { a: ['x', { b: 'c\u0000' }] }, 'client_config.a.1.b invalid_text'],
  ['client_config', { a: '\ud800' }, 'client_config.a invalid_text'],
  ['dcloud_appid', '', 'dcloud_appid required'],
  ['dcloud_appid', 'a'.repeat(65), 'dcloud_appid too_long'],
  ['dcloud_appid', 'a b', 'dcloud_appid invalid'],
  ['upgrade', { blocked_versions: '1.0' }, 'upgrade.blocked_versions not_list'],
  ['upgrade', { blocked_versions: ['1.0', ''] }, 'upgrade.blocked_versions.1 required'],
  ['upgrade', { blocked_versions: ['1 0'] }, 'upgrade.blocked_versions.0 not_version'],
  ['upgrade', { blocked_versions: [10] }, 'upgrade.blocked_versions.0 not_string'],
  ['upgrade', { review_versions: ['1'.repeat(65)] }, 'upgrade.review_versions.0 too_long'],
  ['upgrade', { review_versions: versions(201) }, 'upgrade.review_versions too_many_items'],
  ['upgrade', { maintenance: { active: 1 } }, 'upgrade.maintenance.active not_boolean'],
  ['upgrade', { maintenance: { message: 'Soon' } }, 'upgrade.maintenance.message not_object'],
  ['upgrade', { maintenance: { message: {} } }, 'upgrade.maintenance.message required'],
  ['upgrade', { maintenance: { message: { fr: 'Bientôt' } } }, 'upgrade.maintenance.message.fr not_supported_locale'],
  ['upgrade', { maintenance: { message: { 'zh-CN': long(501) } } }, 'upgrade.maintenance.message.zh-CN too_long'],
  ['upgrade', { maintenance: { message: { 'zh-CN': ' ' } } }, 'upgrade.maintenance.message.zh-CN required'],
  ['upgrade', { maintenance: { until: 'tomorrow' } }, 'upgrade.maintenance.until not_instant'],
  ['upgrade', { maintenance: { until: '2026-02-30T00:00:00Z' } }, 'upgrade.maintenance.until not_instant'],
  ['support', { email: 'help' }, 'support.email not_email'],
  ['support', { url: 'ftp://example.com' }, 'support.url not_web_address'],
  ['support', { url: 'javascript:alert(1)' }, 'support.url not_web_address'],
  ['support', { url: 'https://' }, 'support.url not_web_address'],
  ['support', { url: 'https://exa mple.com' }, 'support.url not_web_address'],
  ['support', { url: 'https://user:secret@example.com' }, 'support.url not_web_address'],
  ['support', { url: `https://example.com/${'a'.repeat(2_048)}` }, 'support.url too_long'],
  ['support', { phone: 'call us' }, 'support.phone not_phone'],
  ['support', { phone: '---' }, 'support.phone not_phone'],
  ['support', { phone: '1'.repeat(41) }, 'support.phone too_long'],
  ['support', { fax: '1' }, 'support.fax unknown_field'],
  ['status', 'disabled', 'status unknown_field'],
  ['is_default', true, 'is_default unknown_field'],
  ['id', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902', 'id unknown_field'],
  ['tenant_id', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902', 'tenant_id unknown_field'],
];

/** Values that are just about accepted. */
const ACCEPTED: readonly [field: string, value: unknown][] = [
  ['name', long(80)],
  ['description', long(500)],
  ['description', ''],
  ['registration', { email_resend_cooldown_seconds: 30, default_country: 'HK', allowed_countries: ['HK', 'MO', 'TW'] }],
  ['feature_flags', flags(100)],
  ['feature_flags', { [`a${'._:-'.repeat(15)}bcd`]: long(1_000), B: '', c: -0.5, d: false }],
  ['client_config', config(16 * 1024)],
  ['client_config', { then: 'x', toJSON: 1, type: null, 'ключ.точка': [[[]]], '': { $ref: 'x' } }],
  ['dcloud_appid', 'a'.repeat(64)],
  ['upgrade', { blocked_versions: versions(200), review_versions: ['1.2.10-rc.1+build_5'] }],
  ['upgrade', { maintenance: { message: { 'zh-CN': long(500) } } }],
  ['support', { url: 'http://例え.jp/path?q=1#x', phone: '(010) 1234-5678' }],
];

describe('AdminAppRequest', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;

  beforeAll(async () => {
    appId = (await aManagedApp(admin)).id;
  });

  const current = async () => (await admin.get(`apps/${appId}`)).body.data as { lock_version: number };

  it.each(REFUSED)('refuses %s %j on POST and on PATCH: %s', async (field, value, reason) => {
    const before = await current();
    const created = await admin.post('apps', { ...NEW_APP, [field]: value });
    const changed = await admin.patch(`apps/${appId}`, { [field]: value, lock_version: before.lock_version });
    for (const answer of [created, changed]) {
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    }
    expect(await current()).toEqual(before);
  });

  it.each(ACCEPTED)('accepts %s at its limits: %j', async (field, value) => {
    const { lock_version } = await current();
    const { body } = await admin.patch(`apps/${appId}`, { [field]: value, lock_version }).expect(200);
    expect(body.data).toMatchObject({ [field]: value });
  });

  it('names several faults at once', async () => {
    const { body } = await admin.post('apps', { name: '', app_type: 'x', support: { url: 'x' }, more: 1 }).expect(422);
    expect(reasons(body).sort()).toEqual([
      'app_type not_allowed',
      'more unknown_field',
      'name required',
      'support.url not_web_address',
    ]);
  });

  it.each([0, -1, 1.5, 2_147_483_648, '1', null, true])('refuses lock_version %j', async (lock_version) => {
    for (const path of ['', '/enable', '/disable']) {
      const answer = await admin[path === '' ? 'patch' : 'post'](`apps/${appId}${path}`, { lock_version });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toHaveLength(1);
      expect(reasons(answer.body)[0]).toMatch(/^lock_version /);
    }
  });

  it('refuses numbers that only JSON can represent: 422', async () => {
    const { access_token } = await signInAdmin(api);
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    for (const field of ['feature_flags', 'client_config']) {
      const text = `{"name":"X","app_type":"uni_app","default_locale":"zh-CN","${field}":{"a":1e999}}`;
      const answer = await exchange(api.url, request('POST', '/admin-api/v1/apps', headers, text));
      expect(answer.status).toBe(422);
      expect(reasons(answer.body)).toEqual([
        `${field}.a ${field === 'feature_flags' ? 'not_flag_value' : 'not_finite'}`,
      ]);
    }
  });
});
