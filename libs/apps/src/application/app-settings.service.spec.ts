import { App } from '../domain/app';
import { recordOf } from './app-settings.service';

describe('The record of an App', () => {
  // The order is that of the changes in the audit log, over which hashes are made.
  it('has what administrators decide, with the keys of the wire, in the order of the App', () => {
    const app = new App('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', {
      name: 'Corner Shop',
      appType: 'uni_app_x',
      description: 'Everything',
      iconFileId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'en-US'],
      registration: { emailResendCooldownSeconds: 90, allowedCountries: ['CN', 'JP'] },
      captcha: { level: 'hard', scenes: { step_up: 'rotate' } },
      featureFlags: { newCart: true },
      clientConfig: { themeColour: { darkMode: 'blue' } },
      dcloudAppid: '__UNI__1',
      upgrade: { blockedVersions: ['1'], maintenance: { message: { 'zh-CN': '维护中' } } },
      support: { email: 'help@example.com' },
      mail: { replyTo: 'help@example.com' },
    });
    // As the database gives them: shorter keys first.
    Object.assign(app, {
      registration: {
        emailEnabled: true,
        mobileEnabled: true,
        defaultCountry: 'CN',
        allowedCountries: ['CN', 'JP'],
        emailResendCooldownSeconds: 90,
      },
      captcha: { type: 'random', level: 'hard', scenes: { step_up: 'rotate' }, characters: 'auto' },
      upgrade: {
        maintenance: { until: null, active: false, message: { 'zh-CN': '维护中' } },
        reviewVersions: [],
        blockedVersions: ['1'],
      },
      support: { url: null, email: 'help@example.com', phone: null },
      mail: { replyTo: 'help@example.com', fromName: null, fromAddress: null },
    });
    expect(JSON.stringify(recordOf(app))).toBe(
      JSON.stringify({
        name: 'Corner Shop',
        app_type: 'uni_app_x',
        description: 'Everything',
        status: 'active',
        icon_file_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902',
        default_locale: 'zh-CN',
        supported_locales: ['zh-CN', 'en-US'],
        registration: {
          email_enabled: true,
          mobile_enabled: true,
          email_resend_cooldown_seconds: 90,
          default_country: 'CN',
          allowed_countries: ['CN', 'JP'],
        },
        captcha: { type: 'random', scenes: { step_up: 'rotate' }, level: 'hard', characters: 'auto' },
        feature_flags: { newCart: true },
        client_config: { themeColour: { darkMode: 'blue' } },
        dcloud_appid: '__UNI__1',
        upgrade: {
          blocked_versions: ['1'],
          review_versions: [],
          maintenance: { until: null, active: false, message: { 'zh-CN': '维护中' } },
        },
        support: { url: null, email: 'help@example.com', phone: null },
        mail: { from_name: null, from_address: null, reply_to: 'help@example.com' },
        content: { allow_external_images: false },
      }),
    );
  });
});
