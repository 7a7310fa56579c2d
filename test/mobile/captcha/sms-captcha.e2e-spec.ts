import { loadImage } from 'canvas';
import { CaptchaProofsService, type CaptchaScope, DevelopmentCaptchas } from '@libs/captcha';
import { newId } from '@libs/kernel';
import { suiteOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aMember, type SignedIn } from '../../http/support/member';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMobile, askForCaptcha, type ChallengeAnswer, giveMobile, userIdOf } from '../support/captcha';

const MOBILE = '138 0013 8000';
const E164 = '+8613800138000';
const COMMON = ['captcha_id', 'captcha_token', 'expires_in_seconds', 'instruction', 'main_image', 'type'];

interface Picture {
  readonly data_url: string;
  readonly width: number;
  readonly height: number;
}

describe('POST /api/v1/auth/sms-captcha', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let member: SignedIn;
  let memberId: string;
  let sessionId: string;
  let appOf: Record<string, string>;

  beforeAll(async () => {
    member = await aMember(api);
    memberId = await userIdOf(api, member.email);
    const { body } = await api.http.get('/api/v1/auth/context').set(member.headers).expect(200);
    sessionId = body.data.session.id as string;
    appOf = {};
    for (const type of ['click', 'slide', 'drag', 'rotate']) {
      appOf[type] = (await aManagedApp(admin, { captcha: { type }, supported_locales: ['zh-CN', 'en-US'] })).id;
    }
  });

  const bearer = () => ({ Authorization: `Bearer ${member.accessToken}`, 'X-AK-Device-Key': member.deviceKey });
  const issued = async (body: object, headers: Record<string, string> = {}, appId?: string) =>
    (await askForCaptcha(api, body, headers, appId).expect(200)).body.data as ChallengeAnswer;

  /** Whether the right answer passes for a request of that scope. */
  const passes = async ({ captcha_id: id, captcha_token: token }: ChallengeAnswer, scope: Partial<CaptchaScope>) => {
    const response = await api.get(DevelopmentCaptchas).rightResponse(id);
    if (!response) throw new Error('There is no such challenge');
    const whole: CaptchaScope = {
      tenantId: api.tenantId,
      appId: api.appId,
      scene: 'login',
      mobile: E164,
      deviceKey: '',
      addressKey: '127.0.0.1',
      sessionId: null,
      stepUp: null,
      ...scope,
    };
    return api
      .get(CaptchaProofsService)
      .consume(whole, { id, token, response })
      .then(
        () => true,
        () => false,
      );
  };

  const expectPicture = async (picture: unknown, format: 'jpeg' | 'png', sizes: readonly number[][]) => {
    const { data_url, width, height } = picture as Picture;
    expect(Object.keys(picture as Picture).sort()).toEqual(['data_url', 'height', 'width']);
    expect(sizes).toContainEqual([width, height]);
    expect(data_url).toMatch(new RegExp(`^data:image/${format};base64,[A-Za-z0-9+/]+=*$`));
    const drawn = await loadImage(Buffer.from(data_url.split(',')[1] ?? '', 'base64'));
    expect([drawn.width, drawn.height]).toEqual([width, height]);
  };
  const squares = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => [from + index, from + index]);

  describe('answers 200 with a challenge', () => {
    it('of click', async () => {
      const challenge = await issued({ scene: 'login', mobile: MOBILE }, {}, appOf['click']);
      expect(Object.keys(challenge).sort()).toEqual([...COMMON, 'prompt_image', 'required_points'].sort());
      expect([3, 4]).toContain(challenge['required_points']);
      await expectPicture(challenge['main_image'], 'jpeg', [[300, 220]]);
      await expectPicture(challenge['prompt_image'], 'png', [[150, 40]]);
    });

    it.each(['slide', 'drag'])('of %s', async (type) => {
      const challenge = await issued({ scene: 'login', mobile: MOBILE }, {}, appOf[type]);
      expect(Object.keys(challenge).sort()).toEqual([...COMMON, 'initial_point', 'tile_image'].sort());
      expect(challenge['initial_point']).toEqual({ x: expect.any(Number), y: expect.any(Number) });
      await expectPicture(challenge['main_image'], 'jpeg', [[300, 220]]);
      await expectPicture(challenge['tile_image'], 'png', squares(56, 68));
    });

    it('of rotate', async () => {
      const challenge = await issued({ scene: 'login', mobile: MOBILE }, {}, appOf['rotate']);
      expect(Object.keys(challenge).sort()).toEqual([...COMMON, 'thumb_image'].sort());
      await expectPicture(challenge['main_image'], 'jpeg', [[220, 220]]);
      await expectPicture(challenge['thumb_image'], 'png', squares(140, 156));
    });

    it('that is for this request alone, and for 300 seconds', async () => {
      const { body, headers } = await askForCaptcha(api, { scene: 'login', mobile: MOBILE }).expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.data).toMatchObject({
        captcha_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
        captcha_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        expires_in_seconds: 300,
        type: expect.stringMatching(/^(click|rotate)$/),
      });
    });

    it('whose instruction is in the locale of the response', async () => {
      for (const [language, instruction] of [
        ['en-GB', 'Move the slider to turn the disc until the picture is whole'],
        ['zh', '请拖动滑块旋转圆盘，使画面完整'],
      ] as const) {
        const headers = { 'Accept-Language': language, 'X-AppID': appOf['rotate'] ?? '' };
        const answer = await askForCaptcha(api, { scene: 'login', mobile: MOBILE }, headers).expect(200);
        expect(answer.body.data.instruction).toBe(instruction);
        expect(answer.headers['content-language']).toBe(language === 'zh' ? 'zh-CN' : 'en-US');
        expect(answer.headers['vary']).toMatch(/Accept-Language, X-AppID/);
      }
    });

    it('of the type that the App has for the scene', async () => {
      const captcha = { type: 'rotate', scenes: { registration: 'slide', password_reset: 'drag' } };
      const { id } = await aManagedApp(admin, { captcha });
      const typeOf = async (scene: string) => (await issued({ scene, mobile: MOBILE }, {}, id)).type;
      expect([await typeOf('login'), await typeOf('registration'), await typeOf('password_reset')]).toEqual([
        'rotate',
        'slide',
        'drag',
      ]);
    });

    it('that a change of the App’s settings leaves alone', async () => {
      const app = await aManagedApp(admin, { captcha: { type: 'rotate' } });
      const deviceKey = aDeviceKey();
      const before = await issued({ scene: 'login', mobile: MOBILE }, { 'X-AK-Device-Key': deviceKey }, app.id);
      const { lock_version } = app;
      await admin.patch(`apps/${app.id}`, { captcha: { type: 'click', level: 'hard' }, lock_version }).expect(200);
      expect(await passes(before, { appId: app.id, deviceKey })).toBe(true);
    });

    it('also where registration by mobile is closed: that is for the registration to tell', async () => {
      const { id } = await aManagedApp(admin, { registration: { mobile_enabled: false } });
      await issued({ scene: 'registration', mobile: MOBILE }, {}, id);
    });

    it.each(['login', 'registration', 'password_reset'] as const)(
      'of the scene %s for whoever asks, as if there were no bearer',
      async (scene) => {
        for (const headers of [{}, { Authorization: 'Bearer nonsense' }, bearer()] as Record<string, string>[]) {
          const deviceKey = aDeviceKey();
          const challenge = await issued({ scene, mobile: MOBILE }, { ...headers, 'X-AK-Device-Key': deviceKey });
          expect(await passes(challenge, { scene, deviceKey })).toBe(true);
        }
      },
    );

    it('of the scene identifier_verify for the session', async () => {
      const mobile = aMobile();
      const ask = () => issued({ scene: 'identifier_verify', mobile }, bearer());
      const scope = { scene: 'identifier_verify', mobile, deviceKey: member.deviceKey } as const;
      expect(await passes(await ask(), { ...scope, sessionId })).toBe(true);
      expect(await passes(await ask(), scope)).toBe(false);
    });

    it('of the scene step_up for the number behind the identifier, the session and the act', async () => {
      const mobile = aMobile();
      const identifierId = await giveMobile(api, memberId, mobile);
      const stepUp = { identifierId, purpose: 'identifier_remove', resource: newId() };
      const challenge = await issued(
        {
          scene: 'step_up',
          identifier_id: identifierId.toUpperCase(),
          purpose: stepUp.purpose,
          resource: stepUp.resource,
        },
        bearer(),
      );
      const { deviceKey } = member;
      expect(JSON.stringify(challenge)).not.toContain(mobile.slice(-8));
      expect(await passes(challenge, { scene: 'step_up', mobile, deviceKey, sessionId, stepUp })).toBe(true);
    });

    it('of the same kind whether or not somebody has the number', async () => {
      const known = aMobile();
      await giveMobile(api, memberId, known);
      const [one, two] = await Promise.all(
        [known, aMobile()].map((mobile) => askForCaptcha(api, { scene: 'login', mobile }, {}, appOf['rotate'])),
      );
      expect([one?.status, Object.keys(one?.body.data as object)]).toEqual([
        two?.status,
        Object.keys(two?.body.data as object),
      ]);
    });

    it('bound to the installation, however its key is written', async () => {
      const deviceKey = aDeviceKey();
      const challenge = await issued(
        { scene: 'login', mobile: MOBILE },
        { 'X-AK-Device-Key': deviceKey.toUpperCase() },
      );
      expect(await passes(challenge, { deviceKey })).toBe(true);
    });

    it('in the saved locale of the member, in the scenes that know who it is', async () => {
      await queryAs(api.urls.superuserUrl, `UPDATE users SET locale = 'zh-CN' WHERE id = $1`, [memberId]);
      const headers = { ...bearer(), 'Accept-Language': 'en' };
      const languageOf = async (scene: string) =>
        (await askForCaptcha(api, { scene, mobile: MOBILE }, headers).expect(200)).headers['content-language'];
      expect(await languageOf('identifier_verify')).toBe('zh-CN');
      expect(await languageOf('login')).toBe('en-US');
    });
  });
});
