import { basicsBody, captchaOf, emptied, upgradeBody, upgradeOf } from './section-values';

describe('basicsBody', () => {
  it('resets what was emptied, except the name', () =>
    expect(basicsBody({ name: '', description: '', dcloud_appid: '__UNI__1' })).toEqual({
      name: '',
      description: null,
      dcloud_appid: '__UNI__1',
    }));

  it('leaves a name alone that was not changed', () =>
    expect(basicsBody({ supported_locales: ['en-US'] })).toEqual({ supported_locales: ['en-US'] }));
});

describe('captchaOf', () => {
  it('knows each scene, those without a type of their own too', () => {
    const captcha = { type: 'random', level: 'standard', characters: 'auto', scenes: { login: 'click' } };
    const { scenes } = captchaOf({ captcha } as never, ['login', 'step_up']).captcha;
    expect(scenes).toEqual({ login: 'click', step_up: '' });
    expect(emptied({ captcha: { scenes } })).toEqual({ captcha: { scenes: { login: 'click', step_up: null } } });
  });
});

describe('upgradeBody', () => {
  const upgrade = {
    blocked_versions: ['1.0.0'],
    review_versions: [],
    maintenance: { active: true, message: null, until: null },
  };

  it('sends no message where none is written', () =>
    expect(upgradeBody(upgradeOf({ upgrade } as never))).toEqual({ upgrade }));

  it('sends nothing where nothing changed', () => expect(upgradeBody({})).toEqual({}));
});
