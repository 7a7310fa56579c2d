import { aDeviceKey, anEmail, PASSWORD } from '../support/api';
import { suiteApi } from '../support/suite';
import { expectProblem, reasons } from './support/problem';

const REGISTER = '/api/v1/auth/register';
const LOGIN = '/api/v1/auth/login/password';
const VERIFY = '/api/v1/auth/registration/verify-email';
const HASH = 'a'.repeat(64);

describe('Validation', () => {
  const api = suiteApi();

  const send = (path: string, body: object | string) =>
    api.http
      .post(path)
      .set({ 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey(), 'Content-Type': 'application/json' })
      .send(typeof body === 'string' ? body : JSON.stringify(body));

  const expectReasons = async (path: string, body: object | string, expected: string[]) => {
    const answer = await send(path, body);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body).sort()).toEqual([...expected].sort());
  };

  const registration = (changes: object = {}) => ({ email: anEmail(), password: PASSWORD, ...changes });
  const login = (changes: object = {}) => ({ email: anEmail(), password: PASSWORD, ...changes });
  const consent = (changes: object = {}) => ({ document_type: 'privacy-policy', revision_hash: HASH, ...changes });

  describe('names each field by its path, with a short reason', () => {
    it.each([
      ['nothing at all', REGISTER, {}, ['email required', 'mobile required']],
      ['null for what is required', REGISTER, { email: null, password: null }, ['email required', 'password required']],
      ['a wrong type', REGISTER, { email: 1, password: {} }, ['email not_string', 'password not_string']],
      ['no address', REGISTER, registration({ email: 'nobody' }), ['email not_email']],
      ['a short password', REGISTER, registration({ password: 'elevenchars' }), ['password too_short']],
      ['a long password', REGISTER, registration({ password: 'x'.repeat(257) }), ['password too_long']],
      ['a text that is too long', REGISTER, registration({ display_name: 'x'.repeat(65) }), ['display_name too_long']],
      ['NUL in a text', REGISTER, registration({ display_name: 'a\0b' }), ['display_name invalid_text']],
      ['half a character', REGISTER, registration({ display_name: '\ud800' }), ['display_name invalid_text']],
      [
        'half a character in a password',
        REGISTER,
        registration({ password: `${PASSWORD}\ud800` }),
        ['password invalid_text'],
      ],
      ['another locale', REGISTER, registration({ locale: 'fr-FR' }), ['locale not_supported_locale']],
      ['a code of letters', VERIFY, { email: anEmail(), otp: 'abcdef' }, ['otp not_six_digits']],
      ['a code of other digits', VERIFY, { email: anEmail(), otp: '１２３４５６' }, ['otp not_six_digits']],
      ['a code as a number', VERIFY, { email: anEmail(), otp: 123456 }, ['otp not_string']],
      ['a nested text', LOGIN, login({ device: { platform: 'windows' } }), ['device.platform not_allowed']],
      ['an object that is none', LOGIN, login({ device: 'Pixel 9' }), ['device not_object']],
      ['an object that is a list', LOGIN, login({ device: [] }), ['device not_object']],
      ['a list that is none', REGISTER, registration({ legal_consents: {} }), ['legal_consents not_list']],
      [
        'a list that is too long',
        REGISTER,
        registration({ legal_consents: [consent(), consent(), consent()] }),
        ['legal_consents too_many_items'],
      ],
      [
        'an item',
        REGISTER,
        registration({ legal_consents: [consent({ revision_hash: 'x' })] }),
        ['legal_consents.0.revision_hash too_short'],
      ],
      [
        'the second item',
        REGISTER,
        registration({ legal_consents: [consent(), {}] }),
        ['legal_consents.1.document_type required', 'legal_consents.1.revision_hash required'],
      ],
      ['an item that is no object', REGISTER, registration({ legal_consents: [1] }), ['legal_consents.0 not_object']],
      ['an item that is null', REGISTER, registration({ legal_consents: [null] }), ['legal_consents.0 not_object']],
      [
        'an item that is a list',
        REGISTER,
        registration({ legal_consents: [consent(), [consent()]] }),
        ['legal_consents.1 not_object'],
      ],
      [
        'an item that is an empty list',
        REGISTER,
        registration({ legal_consents: [[]] }),
        ['legal_consents.0 not_object'],
      ],
      [
        'a revision that was never published',
        REGISTER,
        registration({ legal_consents: [consent()] }),
        ['legal_consents.0.revision_hash stale_revision'],
      ],
    ])('%s', (_, path, body, expected) => expectReasons(path, body, expected));
  });

  describe('refuses an unknown field', () => {
    it.each([
      ['beside the known', { role: 'owner' }, ['role unknown_field']],
      ['of the server', { tenant_id: HASH, user_id: 1 }, ['tenant_id unknown_field', 'user_id unknown_field']],
      ['with a name of JavaScript', { then: 1 }, ['then unknown_field']],
      ['in an object', { device: { root: true } }, ['device.root unknown_field']],
      ['that differs by case', { Email: 'a@example.com' }, ['Email unknown_field']],
      ['without a name', { '': 1 }, [' unknown_field']],
    ])('%s', (_, changes, expected) => expectReasons(LOGIN, login(changes), expected));

    it.each(['toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__', '__lookupSetter__'])(
      'that every object has: %s',
      async (name) => {
        await expectReasons(LOGIN, { ...login(), [name]: 1 }, [`${name} unknown_field`]);
        await expectReasons(LOGIN, login({ device: { [name]: 1 } }), [`device.${name} unknown_field`]);
      },
    );
  });

  it('counts Unicode code points, not bytes or UTF-16 units', async () => {
    await send(REGISTER, registration({ display_name: '😀'.repeat(64) })).expect(202);
    await expectReasons(REGISTER, registration({ display_name: '😀'.repeat(65) }), ['display_name too_long']);
    await send(REGISTER, registration({ password: '😀🎈🎉🚀🌍🌙⭐🔥🌈🍀🎵🎲' })).expect(202);
  });

  it('lists at most 20 errors', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field_${index}`, index]));
    const { errors } = expectProblem(await send(REGISTER, unknown), 422, 'REQUEST.VALIDATION_FAILED');
    expect(errors).toHaveLength(20);
  });

  it('does not echo what was sent', async () => {
    const secret = 'hunter2-hunter2-hunter2';
    const bodies = [
      { email: secret, password: 1 },
      { email: [secret], password: { secret } },
      login({ device: { platform: secret } }),
      registration({ locale: secret, legal_consents: [consent({ document_type: secret })] }),
    ];
    for (const body of bodies) expect((await send(LOGIN, body)).text).not.toContain(secret);
  });

  it('names an unknown field by no more than 200 characters', async () => {
    const { errors } = expectProblem(
      await send(REGISTER, { ['k'.repeat(9_000)]: 1 }),
      422,
      'REQUEST.VALIDATION_FAILED',
    );
    expect(errors?.[0]).toMatchObject({ field: 'k'.repeat(200), code: 'unknown_field' });
  });

  it('takes a request without a body as one without fields', async () => {
    const answer = await api.http.post(REGISTER).set('X-AppID', api.appId);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual(['email required', 'mobile required']);
  });
});
