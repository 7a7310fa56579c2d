import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf, codeSentTo } from '../mobile/support/journey';
import { anEmail, PASSWORD } from '../support/api';
import { queryAs } from '../support/database';
import { SECRET, sha1, sha256, TestUniId } from './support/uni-id-import';

const SCHEME_OF_OURS = /^bcrypt-hmac-sha384\$/;

describe('A password that npm run admin -- import-uni-id takes over', () => {
  let uniId: TestUniId;

  beforeAll(async () => {
    uniId = await TestUniId.start();
  });
  afterAll(() => uniId.close());
  beforeEach(() => uniId.renew());

  const login = (body: object) => clientOf(uniId.api, uniId.appId).login(body);
  const hashOf = async (value: string) => {
    const [user] = await queryAs<{ hash: string | null }>(
      uniId.api.urls.superuserUrl,
      'SELECT password_hash AS hash FROM login_identifiers i JOIN users u ON u.id = i.user_id WHERE i.value = $1',
      [value],
    );
    return user?.hash ?? null;
  };

  it.each([
    ['HMAC-SHA-1, with one secret', sha1('horse battery 1'), {}, 'horse battery 1'],
    ['HMAC-SHA-1 of other letters', sha1(' 密码 é 一二三四五六七'), {}, ' 密码 é 一二三四五六七'],
    ['HMAC-SHA-256 with a salt', sha256('horse battery 1'), { password_secret_version: 2 }, 'horse battery 1'],
  ])('by %s lets the member sign in, and replaces the hash by one of ours', async (_by, password, more, typed) => {
    const member = uniId.aUser({ password, ...more });
    uniId.write([member]);
    expect(await uniId.run()).toMatchObject({ created: 1, skipped: 0, with_password: 1, isGood: true });
    const imported = await hashOf(`+86${member.mobile}`);
    expect(imported).toMatch(/^uni-id-hmac-sha(1|256)\$/);
    for (const known of [password, SECRET, password.slice(-64)]) expect(imported).not.toContain(known);
    await login({ mobile: member.mobile, password: 'horse battery 2' }).expect(401);
    await login({ mobile: member.mobile, password }).expect(401);
    await login({ mobile: member.mobile, password: imported }).expect(401);
    expect(await hashOf(`+86${member.mobile}`)).toBe(imported);
    await login({ mobile: member.mobile, password: typed }).expect(200);
    expect(await hashOf(`+86${member.mobile}`)).toMatch(SCHEME_OF_OURS);
    await login({ mobile: member.mobile, password: typed }).expect(200);
    await login({ mobile: member.mobile, password: 'horse battery 2' }).expect(401);
  });

  it('finds the secret by its version, and the oldest without one', async () => {
    const config = join(uniId.directory, 'versions.json');
    const passwordSecret = [
      { type: 'hmac-sha256', version: 3 },
      { value: 'second', version: 2 },
      { type: 'hmac-sha1', value: 'first', version: 1 },
    ];
    writeFileSync(config, JSON.stringify([{ passwordSecret, isDefaultConfig: true }, { passwordSecret }]));
    const members = [
      uniId.aUser({ password: sha1('horse battery 1', 'first') }),
      uniId.aUser({ password: sha1('horse battery 1', 'second'), password_secret_version: { $numberInt: '2' } }),
      uniId.aUser({ password: sha256('horse battery 1'), password_secret_version: 3 }),
      uniId.aUser({ password: sha1('horse battery 1', 'gone'), password_secret_version: 4 }),
      uniId.aUser({ password: sha1('horse battery 1', 'first'), password_secret_version: 3 }),
    ];
    uniId.write(members);
    expect(await uniId.run({ config })).toMatchObject({
      created: 4,
      with_password: 3,
      without_password: 1,
      skipped_by_reason: { password_secret_missing: 1 },
      left_out: { password_unusable: 1 },
      isGood: false,
    });
    const answers = [];
    for (const { mobile } of members) answers.push((await login({ mobile, password: 'horse battery 1' })).status);
    expect(answers).toEqual([200, 200, 200, 401, 401]);
  });

  it('whose secret is not known leaves the identifiers claimed, so that nobody else gets them', async () => {
    const [rival, unknown] = [uniId.aUser(), sha1('horse battery 1', 'gone')];
    const config = join(uniId.directory, 'rivals.json');
    const passwordSecret = [
      { type: 'hmac-sha1', value: SECRET, version: 1 },
      { type: 'hmac-sha1', value: 'second', version: 2 },
    ];
    writeFileSync(config, JSON.stringify({ passwordSecret }));
    uniId.write([rival, uniId.aUser({ mobile: rival.mobile, password: unknown, password_secret_version: 4 })]);
    expect(await uniId.run({ config })).toMatchObject({
      created: 0,
      skipped_by_reason: { identifier_repeated: 1, password_secret_missing: 1 },
      isGood: false,
    });
    await login({ mobile: rival.mobile, password: 'horse battery 1' }).expect(401);
  });

  it('cannot be taken if it is none of these: the member is there, and sets one by a code', async () => {
    const email = anEmail();
    const bcrypt = '$2b$12$abcdefghijklmnopqrstuuN0Q1Dq3z0pQyVbqZ3w5c8S9dGq0bQWe';
    const members = [
      uniId.aUser({ password: bcrypt, email, email_confirmed: 1 }),
      uniId.aUser({ password: '$UNI_ID_HMAC_SHA256$99$short' }),
      uniId.aUser({ password: '$UNI_ID_HMAC_SHA256$20$' + 'z'.repeat(84) }),
      uniId.aUser({ password: { $ne: '' } }),
      uniId.aUser({ password: undefined }),
    ];
    uniId.write(members);
    expect(await uniId.run()).toMatchObject({ created: 5, without_password: 5, left_out: { password_unusable: 3 } });
    const stranger = await login({ email: anEmail(), password: 'horse battery 1' }).expect(401);
    const refused = await login({ email, password: 'horse battery 1' }).expect(401);
    expect(refused.body.code).toBe(stranger.body.code);
    const auth = (path: string, body: object) =>
      uniId.api.http.post(`/api/v1/auth/password/${path}`).set('X-AppID', uniId.appId).send(body);
    await auth('forgot', { email }).expect(202);
    const otp = await codeSentTo(uniId.api, email);
    await auth('reset', { email, otp, new_password: PASSWORD }).expect(200);
    await login({ mobile: members[0]?.mobile, password: PASSWORD }).expect(200);
  });

  it('is taken of nobody where the operator wants it so', async () => {
    const member = uniId.aUser();
    uniId.write([member]);
    expect(await uniId.run({ 'without-passwords': true })).toMatchObject({ created: 1, without_password: 1 });
    expect(await hashOf(`+86${member.mobile}`)).toBeNull();
  });

  it('that is shorter than passwords are here is refused for its length, and is reset', async () => {
    const member = uniId.aUser({ password: sha1('horse1') });
    uniId.write([member]);
    await uniId.run();
    const { body } = await login({ mobile: member.mobile, password: 'horse1' }).expect(422);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'password', code: 'too_short' })]);
  });

  it('is the current one when the member changes it', async () => {
    const member = uniId.aUser();
    uniId.write([member]);
    await uniId.run();
    const { body } = await login({ mobile: member.mobile, password: 'horse battery 1' }).expect(200);
    await uniId.api.http
      .post('/api/v1/auth/password/change')
      .set({ 'X-AppID': uniId.appId, Authorization: `Bearer ${body.data.access_token}` })
      .send({ current_password: 'horse battery 1', new_password: PASSWORD })
      .expect(200);
    await login({ mobile: member.mobile, password: PASSWORD }).expect(200);
  });

  it('that is wrong counts towards the throttle as any other', async () => {
    const member = uniId.aUser();
    uniId.write([member]);
    await uniId.run();
    const statuses = [];
    for (let at = 0; at < 6; at++)
      statuses.push((await login({ mobile: member.mobile, password: 'horse battery 2' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    await login({ mobile: member.mobile, password: 'horse battery 1' }).expect(429);
  });
});
