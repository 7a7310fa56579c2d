import { ResourceImmutableFieldError, ValidationFailedError } from '@libs/kernel';
import { App, type NewApp } from './app';
import { ActiveAppError, AppStateError, DefaultAppError, OnboardingStaleError } from './app.errors';
import type { OnboardingContent } from './onboarding-revision';

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

  it('allows the mobile numbers of its default country unless others are named', () => {
    expect(anApp({ registration: { defaultCountry: 'JP' } }).registration).toMatchObject({ allowedCountries: ['JP'] });
    const registration = { defaultCountry: 'JP', allowedCountries: ['CN', 'JP', 'CN'] };
    expect(anApp({ registration }).registration).toMatchObject({ allowedCountries: ['CN', 'JP'] });
  });
});

describe('A change of settings', () => {
  const MAINTENANCE = { active: true, message: { 'zh-CN': '维护中' }, until: '2026-12-01T00:00:00.000Z' };

  it('leaves unnamed fields as they are, and increments lock_version', () => {
    const app = anApp({ description: 'Old', support: { email: 'help@example.com' }, dcloudAppid: '__UNI__1' });
    const before = { ...app };
    app.update({ name: 'New', description: undefined });
    expect({ ...app }).toEqual({ ...before, name: 'New', lockVersion: 2 });
  });

  it('resets fields that are null', () => {
    const app = anApp({
      description: 'Old',
      dcloudAppid: '__UNI__1',
      support: { email: 'help@example.com', phone: '1' },
    });
    app.update({ description: null, dcloudAppid: null, support: { email: null } });
    expect(app).toMatchObject({
      description: null,
      dcloudAppid: null,
      support: { email: null, url: null, phone: '1' },
    });
  });

  it('merges registration, captcha with its scenes, upgrade with its maintenance, and support', () => {
    const app = anApp({
      captcha: { scenes: { login: 'click', step_up: 'rotate' } },
      upgrade: { blockedVersions: ['1'] },
    });
    app.update({
      registration: { mobileEnabled: false },
      captcha: { level: 'hard', scenes: { login: null, registration: 'slide' } },
      upgrade: { maintenance: MAINTENANCE },
    });
    app.update({ upgrade: { reviewVersions: ['2', '2'], maintenance: { active: false } }, support: { phone: '1' } });
    expect(app).toMatchObject({
      registration: {
        emailEnabled: true,
        mobileEnabled: false,
        emailResendCooldownSeconds: 60,
        allowedCountries: ['CN'],
      },
      upgrade: { blockedVersions: ['1'], reviewVersions: ['2'], maintenance: { ...MAINTENANCE, active: false } },
      support: { email: null, url: null, phone: '1' },
    });
    expect(app.captcha).toEqual({
      type: 'random',
      scenes: { step_up: 'rotate', registration: 'slide' },
      level: 'hard',
      characters: 'auto',
    });
  });

  it('replaces flags, client configuration, locales and messages as a whole', () => {
    const app = anApp({ featureFlags: { a: 1 }, clientConfig: { a: { b: 1 } }, upgrade: { maintenance: MAINTENANCE } });
    const message = { 'zh-CN': '新', 'en-US': 'New' };
    app.update({ featureFlags: { b: true }, clientConfig: { c: [] }, upgrade: { maintenance: { message } } });
    expect(app.featureFlags).toEqual({ b: true });
    expect(app.clientConfig).toEqual({ c: [] });
    expect(app.upgrade.maintenance.message).toEqual(message);
  });

  it('accepts the current type and refuses another', () => {
    const app = anApp();
    app.update({ appType: 'uni_app' });
    expect(() => app.update({ appType: 'uni_app_x' })).toThrow(ResourceImmutableFieldError);
    expect(app).toMatchObject({ appType: 'uni_app', lockVersion: 2 });
  });

  it('refuses a default locale that is not supported afterwards, and leaves the App as it was', () => {
    const app = anApp({ supportedLocales: ['zh-CN', 'en-US'] });
    expect(() => app.update({ defaultLocale: 'ja-JP' })).toThrow(ValidationFailedError);
    expect(() => app.update({ supportedLocales: ['en-US'] })).toThrow(ValidationFailedError);
    expect(app).toMatchObject({ defaultLocale: 'zh-CN', supportedLocales: ['zh-CN', 'en-US'], lockVersion: 1 });
    app.update({ defaultLocale: 'ja-JP', supportedLocales: ['ja-JP'] });
    expect(app).toMatchObject({ defaultLocale: 'ja-JP', supportedLocales: ['ja-JP'] });
  });

  it('refuses a message without a text in the default locale', () => {
    const app = anApp({ supportedLocales: ['zh-CN', 'en-US'] });
    const update = () => app.update({ upgrade: { maintenance: { message: { 'en-US': 'Soon' } } } });
    expect(fieldsOf(update)).toEqual(['upgrade.maintenance.message.zh-CN required']);
  });
});

describe('The state of an App', () => {
  it('switches between active and disabled, incrementing lock_version each time', () => {
    const app = anApp();
    app.disable();
    expect(app).toMatchObject({ status: 'disabled', lockVersion: 2 });
    app.enable();
    expect(app).toMatchObject({ status: 'active', lockVersion: 3 });
  });

  it('cannot be entered twice', () => {
    const app = anApp();
    expect(() => app.enable()).toThrow(AppStateError);
    app.disable();
    expect(() => app.disable()).toThrow(AppStateError);
  });

  it('allows deletion when it is disabled and not the default', () => {
    const now = new Date();
    const app = anApp();
    expect(app.isDeletable).toBe(false);
    expect(() => app.delete(now)).toThrow(ActiveAppError);
    app.disable();
    expect(app.isDeletable).toBe(true);
    app.delete(now);
    expect(app.deletedAt).toBe(now);
  });

  it('never allows deletion of the default App', () => {
    const app = anApp({ isDefault: true });
    expect(() => app.delete(new Date())).toThrow(DefaultAppError);
    app.disable();
    expect(() => app.delete(new Date())).toThrow(DefaultAppError);
    expect(app).toMatchObject({ isDeletable: false, deletedAt: null });
  });
});

describe('Publishing an onboarding', () => {
  const slide = (title: object, description: object = { 'zh-CN': '说明' }) => ({
    imageFileId: TENANT,
    title,
    description,
  });
  const content = (...slides: object[]) => ({ enabled: true, slides }) as OnboardingContent;

  it('makes the next revision and points the App to it', () => {
    const app = anApp();
    const first = app.publishOnboarding(0, content(slide({ 'zh-CN': '欢迎' })), TENANT);
    expect(first).toMatchObject({ appId: app.id, version: 1, enabled: true, publishedBy: TENANT });
    const second = app.publishOnboarding(1, { enabled: false, slides: [] }, null);
    expect(second).toMatchObject({ version: 2, enabled: false, slides: [] });
    expect(app).toMatchObject({ onboardingVersion: 2, lockVersion: 3 });
  });

  it('is refused if another version is published, which the error tells', () => {
    const app = anApp();
    app.publishOnboarding(0, content(), null);
    for (const expected of [0, 2]) {
      const refusal = refusalOf(() => app.publishOnboarding(expected, content(), null));
      expect(refusal).toBeInstanceOf(OnboardingStaleError);
      expect(refusal).toMatchObject({ extra: { current_version: 1 } });
    }
    expect(app.onboardingVersion).toBe(1);
  });

  it('needs every text in the default locale of the App', () => {
    const slides = content(slide({ 'zh-CN': '一' }), slide({ 'en-US': 'Two' }, { 'zh-CN': ' ' }));
    const publish = () => anApp({ supportedLocales: ['zh-CN', 'en-US'] }).publishOnboarding(0, slides, null);
    expect(fieldsOf(publish)).toEqual(['slides.1.title.zh-CN required', 'slides.1.description.zh-CN required']);
  });
});

function refusalOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was refused');
}

function fieldsOf(act: () => void): string[] {
  const refusal = refusalOf(act);
  if (!(refusal instanceof ValidationFailedError)) throw refusal;
  return refusal.fields.map(({ field, code }) => `${field} ${code}`);
}
