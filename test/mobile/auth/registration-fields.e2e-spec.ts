import { PagesService } from '@libs/content';
import { anEmail, eventually, PASSWORD } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { aRegisteredMember, clientOf, codeSentTo, signIn } from '../support/journey';

const EMAIL = 'field-tests@example.com';

describe('the fields of AppRegistrationRequest', () => {
  const api = suiteApi();

  const register = (body: object) => clientOf(api).register({ email: anEmail(), password: PASSWORD, ...body });
  const errorsOf = async (body: object): Promise<[string, string][]> => {
    const answer = await register(body).expect(422).expect('Content-Type', 'application/problem+json');
    expect(answer.body).toMatchObject({ code: 'REQUEST.VALIDATION_FAILED', status: 422 });
    return answer.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
  };

  describe('email', () => {
    it.each([
      ['member@example.com\u0000', 'not_email'],
      ['member@exam\u0000ple.com', 'not_email'],
      ['member\ud800@example.com', 'not_email'],
      ['', 'not_email'],
      ['   ', 'not_email'],
      ['member', 'not_email'],
      ['@example.com', 'not_email'],
      ['member@', 'not_email'],
      ['member@localhost', 'not_email'],
      ['member@example', 'not_email'],
      ['member@@example.com', 'not_email'],
      ['mem ber@example.com', 'not_email'],
      ['member@exam ple.com', 'not_email'],
      ['.member@example.com', 'not_email'],
      ['member.@example.com', 'not_email'],
      ['mem..ber@example.com', 'not_email'],
      ['member@example..com', 'not_email'],
      ['member@-example.com', 'not_email'],
      ['member@example-.com', 'not_email'],
      ['member@example.com.', 'not_email'],
      ['member@127.0.0.1', 'not_email'],
      ['member@[127.0.0.1]', 'not_email'],
      ['"mem ber"@example.com', 'not_email'],
      ['Member <member@example.com>', 'not_email'],
      ['member@example.com,other@example.com', 'not_email'],
      ['member@example.com\nBcc: other@example.com', 'not_email'],
      ['member@example.com/x.example.net', 'not_email'],
      ['member@example.com?x', 'not_email'],
      ['member@example.com#x', 'not_email'],
      ['member@example.com\\x', 'not_email'],
      ['member@ex%61mple.com', 'not_email'],
      ['member@exam\tple.com', 'not_email'],
      ['member@example.com:80', 'not_email'],
      ['mémber@example.com', 'not_email'],
      [`${'m'.repeat(65)}@example.com`, 'not_email'],
      [`m@${'e'.repeat(64)}.com`, 'not_email'],
      [`member@${'example.'.repeat(31)}com`, 'not_email'],
      ['m'.repeat(10_000), 'not_email'],
      [null, 'required'],
      [42, 'not_string'],
      [true, 'not_string'],
      [['member@example.com'], 'not_string'],
      [{ address: 'member@example.com' }, 'not_string'],
    ])('refuses %j', async (email, code) => {
      expect(await errorsOf({ email })).toEqual([['email', code]]);
    });

    it('is required if there is no number either', async () => {
      expect(await errorsOf({ email: undefined })).toEqual([
        ['email', 'required'],
        ['mobile', 'required'],
      ]);
    });

    it.each([
      'member+tag@example.com',
      "o'neil_&-!#$%*/=?^`{|}~@example.com",
      'm@e.co',
      '1@2.museum',
      'member@例え.jp',
      'member@EXAMPLE.COM',
      'member@xn--r8jz45g.jp',
      ' member@example.org ',
      `${'m'.repeat(64)}@example.com`,
    ])('takes %j', async (email) => {
      await register({ email }).expect(202);
    });
  });

  describe('password', () => {
    it.each([
      ['of eleven characters', 'elevenchars', 'too_short'],
      ['of eleven code points outside the basic plane', '😀'.repeat(11), 'too_short'],
      ['of eleven characters after NFC', 'e\u0301'.repeat(11), 'too_short'],
      ['of 257 characters', `${'x-y_z '.repeat(42)}12345`, 'too_long'],
      ['of 257 code points', `${'😀'.repeat(256)}!`, 'too_long'],
      ['with NUL', 'correct horse\u0000battery', 'invalid_text'],
      ['with a lone surrogate', 'correct horse\ud83dbattery', 'invalid_text'],
      ['among the most common', 'qwerty123456', 'common_password'],
      ['among the most common, in capitals', 'QWERTY123456', 'common_password'],
      ['that is empty', '', 'required'],
      ['that is null', null, 'required'],
      ['that is a number', 123456789012, 'not_string'],
      ['that is a list', ['correct horse battery'], 'not_string'],
    ])('refuses one %s', async (_, password, code) => {
      expect(await errorsOf({ password })).toEqual([['password', code]]);
    });

    it.each([
      ['exactly', 'my name is magnolia and so on'],
      ['in capitals', 'MAGNOLIA-is-in-here-too'],
    ])('refuses one that contains the local part of the address %s', async (_, password) => {
      expect(await errorsOf({ email: 'Magnolia@example.com', password })).toEqual([
        ['password', 'contains_identifier'],
      ]);
    });

    it('refuses one that contains a local part of three letters', async () => {
      expect(await errorsOf({ email: 'bob@example.com', password: 'this is bob again' })).toEqual([
        ['password', 'contains_identifier'],
      ]);
    });

    it.each([
      ['of twelve characters', 'twelve chars'],
      ['of twelve code points outside the basic plane', '😀🎉🚀'.repeat(4)],
      ['of twelve emoji that are all the same', '🍀'.repeat(12)],
      ['of 256 characters', 'abcdefgh'.repeat(32)],
      ['of 256 times the same character', 'x'.repeat(256)],
      ['of 256 code points of four bytes', '🧩'.repeat(256)],
      ['of 256 characters after NFC', 'e\u0301'.repeat(256)],
      ['with blanks around it', '  correct horse  '],
      ['of control characters', '\u0001\u0002\t\r\n\u007f\u0085abcdef'],
    ])('takes one %s, and the sign-in does', async (_, password) => {
      const member = await aRegisteredMember(api, { password });
      await signIn(api, member);
    });

    it('treats another normal form as the same', async () => {
      const { email } = await aRegisteredMember(api, { password: 'caf\u00e9 au lait \u1e69' });
      await signIn(api, { email, password: 'cafe\u0301 au lait s\u0323\u0307' });
    });

    it('neither trims nor folds nor truncates at the 72 bytes of bcrypt', async () => {
      const password = ` ${'long '.repeat(20)}End`;
      const { email } = await aRegisteredMember(api, { password });
      for (const wrong of [password.trim(), password.toLowerCase(), password.slice(0, -1), `${password}!`]) {
        await clientOf(api).login({ email, password: wrong }).expect(401);
      }
      await signIn(api, { email, password });
    });
  });

  describe('the rest', () => {
    it.each([
      [{ display_name: '' }, 'display_name', 'required'],
      [{ display_name: 'x'.repeat(65) }, 'display_name', 'too_long'],
      [{ display_name: 'a\u0000b' }, 'display_name', 'invalid_text'],
      [{ display_name: 'a\udfffb' }, 'display_name', 'invalid_text'],
      [{ display_name: 7 }, 'display_name', 'not_string'],
      [{ locale: 'fr-FR' }, 'locale', 'not_supported_locale'],
      [{ locale: 'zh-cn' }, 'locale', 'not_supported_locale'],
      [{ locale: ['zh-CN'] }, 'locale', 'not_supported_locale'],
      [{ legal_consents: {} }, 'legal_consents', 'not_list'],
      [{ legal_consents: [1] }, 'legal_consents.0', 'not_object'],
      [{ legal_consents: [{}] }, 'legal_consents.0.document_type', 'required'],
      [
        { legal_consents: [{ document_type: 'cookies', revision_hash: 'a'.repeat(64) }] },
        'legal_consents.0.document_type',
        'not_allowed',
      ],
      [
        { legal_consents: [{ document_type: 'privacy-policy', revision_hash: 'A'.repeat(64) }] },
        'legal_consents.0.revision_hash',
        'invalid',
      ],
      [
        { legal_consents: [{ document_type: 'privacy-policy', revision_hash: 'a'.repeat(64), x: 1 }] },
        'legal_consents.0.x',
        'unknown_field',
      ],
      [{ x: 1 }, 'x', 'unknown_field'],
      [{ mobile_number: '+8613800138000' }, 'mobile_number', 'unknown_field'],
    ])('refuses %j', async (body, field, code) => {
      expect(await errorsOf(body)).toContainEqual([field, code]);
    });

    it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s, wherever it occurs', async (key) => {
      for (const json of [
        `{"email":"${EMAIL}","password":"${PASSWORD}","${key}":{"admin":true}}`,
        `{"email":"${EMAIL}","password":"${PASSWORD}","legal_consents":[{"${key}":1}]}`,
      ]) {
        const { body } = await api.http
          .post('/api/v1/auth/register')
          .set({ 'X-AppID': api.appId, 'Content-Type': 'application/json' })
          .send(json)
          .expect(422);
        expect(body.errors[0]).toMatchObject({ code: 'unknown_field' });
      }
    });

    it('names every bad field at once, with messages in the locale of the response', async () => {
      const { body } = await clientOf(api)
        .register({ email: 'x', password: 'short', locale: 'tlh', x: 1 }, { 'Accept-Language': 'ja' })
        .expect(422)
        .expect('Content-Language', 'ja-JP');
      expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
        'email',
        'locale',
        'password',
        'x',
      ]);
      expect(body.errors.every(({ message }: { message: string }) => /[ぁ-ん]/.test(message))).toBe(true);
      expect(body.detail).toMatch(/[ぁ-ん]/);
      expect(body.title).toBe('Validation failed');
    });

    it('refuses a body that is no object', async () => {
      for (const json of ['[]', '"text"', '1', 'null', 'true']) {
        await api.http
          .post('/api/v1/auth/register')
          .set({ 'X-AppID': api.appId, 'Content-Type': 'application/json' })
          .send(json)
          .expect(422);
      }
    });

    it('starts no cooldown for a refused request', async () => {
      const email = anEmail();
      await register({ email, password: 'short' }).expect(422);
      const { body } = await register({ email }).expect(202);
      expect(body.data.resend_after_seconds).toBe(60);
      await codeSentTo(api, email);
    });
  });

  describe('legal_consents', () => {
    const publish = async (key: 'privacy-policy' | 'terms-of-service', text: string): Promise<string> => {
      const scope = { tenantId: api.tenantId, appId: api.appId, defaultLocale: 'zh-CN' as const };
      const pages = api.get(PagesService);
      const [page] = await api.database.read<{ lock_version: number }>(
        api.tenantId,
        'SELECT lock_version FROM content_pages WHERE app_id = $1 AND key = $2',
        [api.appId, key],
      );
      const content = {
        title: { 'zh-CN': text },
        body: { 'zh-CN': text },
        bodyFormat: 'markdown' as const,
        effectiveAt: null,
      };
      const draft = await pages.saveDraft(scope, { kind: 'legal', key }, page?.lock_version ?? 1, content);
      await pages.publish(scope, { kind: 'legal', key }, draft.lockVersion, null);
      return eventually(async () => {
        const { body } = await api.http.get(`/api/v1/public/legal/${key}`).set('X-AppID', api.appId);
        return body.data?.title === text && (body.data.revision_hash as string);
      });
    };
    const outstandingOf = async (member: { email: string; password: string }) => {
      const { access_token } = await signIn(api, member);
      const { body } = await clientOf(api).context(access_token).expect(200);
      return body.data.legal_outstanding;
    };

    it('are recorded with the verification, and documents not accepted stay outstanding', async () => {
      const privacy = await publish('privacy-policy', 'Privacy 1');
      const terms = await publish('terms-of-service', 'Terms 1');
      const accepted = { document_type: 'privacy-policy', revision_hash: privacy };
      const one = await aRegisteredMember(api, { legal_consents: [accepted] });
      expect(await outstandingOf(one)).toEqual([{ document_type: 'terms-of-service', revision_hash: terms }]);
      const both = await aRegisteredMember(api, {
        legal_consents: [accepted, { document_type: 'terms-of-service', revision_hash: terms }],
      });
      expect(await outstandingOf(both)).toEqual([]);
      expect(await outstandingOf(await aRegisteredMember(api))).toEqual([
        accepted,
        { document_type: 'terms-of-service', revision_hash: terms },
      ]);
    });

    it('must name the revisions that are published now', async () => {
      const stale = await publish('privacy-policy', 'Privacy 2');
      const member = await aRegisteredMember(api, {
        legal_consents: [{ document_type: 'privacy-policy', revision_hash: stale }],
      });
      const current = await publish('privacy-policy', 'Privacy 3');
      for (const revision_hash of [stale, 'a'.repeat(64)]) {
        expect(await errorsOf({ legal_consents: [{ document_type: 'privacy-policy', revision_hash }] })).toEqual([
          ['legal_consents.0.revision_hash', 'stale_revision'],
        ]);
      }
      expect(
        await errorsOf({
          legal_consents: [
            { document_type: 'privacy-policy', revision_hash: current },
            { document_type: 'terms-of-service', revision_hash: current },
          ],
        }),
      ).toEqual([['legal_consents.1.revision_hash', 'stale_revision']]);
      // A new revision is outstanding for those who accepted the old one.
      expect(await outstandingOf(member)).toContainEqual({ document_type: 'privacy-policy', revision_hash: current });
    });
  });
});
