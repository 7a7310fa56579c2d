import { ValidationFailedError } from '@libs/kernel';
import { App, type NewApp } from './app';

const TENANT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
const anApp = (input: Partial<NewApp> = {}) =>
  new App(TENANT, { name: 'Corner Shop', appType: 'uni_app', defaultLocale: 'zh-CN', ...input });

describe('App', () => {
  it('is created active, at version 1, not the default and not deleted', () => {
    expect(anApp()).toMatchObject({
      tenantId: TENANT,
      name: 'Corner Shop',
      appType: 'uni_app',
      status: 'active',
      isDefault: false,
      lockVersion: 1,
      deletedAt: null,
    });
  });

  it('has an id of its own', () => {
    expect(anApp().id).not.toBe(anApp().id);
  });

  it('supports its default locale alone unless others are named', () => {
    expect(anApp().supportedLocales).toEqual(['zh-CN']);
    expect(anApp({ supportedLocales: ['en-US', 'zh-CN', 'en-US'] }).supportedLocales).toEqual(['en-US', 'zh-CN']);
  });

  it('refuses a default locale that is not one of the supported', () => {
    expect(() => anApp({ supportedLocales: ['en-US'] })).toThrow(ValidationFailedError);
  });

  it('lets members register by email and mobile, resends after 60 seconds and allows the default country', () => {
    expect(anApp().registration).toEqual({
      emailEnabled: true,
      mobileEnabled: true,
      emailResendCooldownSeconds: 60,
      defaultCountry: 'CN',
      allowedCountries: ['CN'],
    });
  });

  it('draws a random CAPTCHA at standard level with characters by locale', () => {
    expect(anApp().captcha).toEqual({ type: 'random', scenes: {}, level: 'standard', characters: 'auto' });
  });

  it('has nothing published, flagged, blocked or under maintenance', () => {
    expect(anApp()).toMatchObject({
      description: null,
      iconFileId: null,
      dcloudAppid: null,
      featureFlags: {},
      clientConfig: {},
      upgrade: { blockedVersions: [], reviewVersions: [], maintenance: { active: false, message: null, until: null } },
      support: { email: null, url: null, phone: null },
      onboardingVersion: 0,
    });
  });
});
