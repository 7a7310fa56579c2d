import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../apps/api/src/admin-cli/command';
import { asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { aMember, aPendingMember, clientOf } from '../mobile/support/journey';
import { anEmail } from '../support/api';
import { queryAs } from '../support/database';
import { aMobile, anObjectId, TestUniId } from './support/uni-id-import';

describe('npm run admin -- import-uni-id', () => {
  let uniId: TestUniId;

  beforeAll(async () => {
    uniId = await TestUniId.start();
  });
  afterAll(() => uniId.close());
  beforeEach(() => uniId.renew());

  const login = (body: object, appId = uniId.appId) => clientOf(uniId.api, appId).login(body);
  const ask = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(uniId.api.urls.superuserUrl, statement, values);
  const userOf = async (value: string) => {
    const [user] = await ask<Record<string, unknown>>(
      `SELECT u.*, i.verified_at, p.gender FROM login_identifiers i JOIN users u ON u.id = i.user_id
         LEFT JOIN user_profiles p ON p.user_id = u.id WHERE i.value = $1`,
      [value],
    );
    return user ?? {};
  };
  const users = () => ask('SELECT * FROM users ORDER BY id');

  it('takes what members have, and tells what it leaves out', async () => {
    const email = anEmail();
    const member = uniId.aUser({
      _id: { $oid: anObjectId() },
      email: ` ${email.toUpperCase()} `,
      email_confirmed: 1,
      gender: 2,
      nickname: ` ${'林'.repeat(70)} `,
      register_date: { $date: { $numberLong: '1700000000000' } },
      username: 'lin',
      avatar: 'https://example.com/a.png',
      role: ['admin'],
      wx_openid: { app: 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M' },
      realname_auth: { type: 0, auth_status: 2, identity: '11010119900307123X' },
      score: 7,
    });
    uniId.write([member]);
    expect(await uniId.run()).toMatchObject({
      created: 1,
      left_out: { nickname_cut: 1, avatar: 1, real_name: 1, role: 1, third_party: 1, username: 1 },
    });
    expect(await userOf(email)).toMatchObject({
      display_name: '林'.repeat(64),
      status: 'active',
      gender: 'female',
      created_at: new Date(1_700_000_000_000),
    });
    const all = await ask(
      `SELECT i.type, i.value, i.is_primary, i.verified_at IS NOT NULL AS proven FROM login_identifiers i
         JOIN login_identifiers o ON o.user_id = i.user_id WHERE o.value = $1 ORDER BY i.type`,
      [email],
    );
    expect(all).toEqual([
      { type: 'email', value: email, is_primary: false, proven: true },
      { type: 'mobile', value: `+86${member.mobile}`, is_primary: true, proven: true },
    ]);
    const [membership] = await ask(
      'SELECT status, joined_at FROM app_memberships m JOIN login_identifiers i USING (user_id) WHERE i.value = $1',
      [email],
    );
    expect(membership).toEqual({ status: 'active', joined_at: new Date(1_700_000_000_000) });
    expect(
      await ask('SELECT 1 FROM user_roles r JOIN login_identifiers i USING (user_id) WHERE i.value = $1', [email]),
    ).toEqual([]);
    await login({ email, password: 'horse battery 1' }).expect(200);
  });

  it('keeps those out who could not sign in there', async () => {
    const statuses = [1, 2, 3, 4, 9, { $numberDecimal: '1' }];
    const all = statuses.map((status) => uniId.aUser({ status }));
    const [banned, inReview, , closed] = all;
    uniId.write(all);
    expect(await uniId.run()).toMatchObject({ created: 5, skipped_by_reason: { account_closed: 1 }, isGood: true });
    for (const { mobile } of all) await login({ mobile, password: 'horse battery 1' }).expect(401);
    expect(await userOf(`+86${banned?.mobile}`)).toMatchObject({ status: 'disabled' });
    expect(await userOf(`+86${closed?.mobile}`)).toEqual({});
    const admin = await asOwner(uniId.api);
    const { id } = await userOf(`+86${inReview?.mobile}`);
    await admin.post(`apps/${uniId.appId}/members/${id as string}/activate`).expect(200);
    await login({ mobile: inReview?.mobile, password: 'horse battery 1' }).expect(200);
  });

  it('makes a member of each App that dcloud_appid names, and no other', async () => {
    const admin = await asOwner(uniId.api);
    const second = await aManagedApp(admin, { dcloud_appid: `${uniId.appid}B` });
    const [one, both, none, everywhere, unknown] = [
      uniId.aUser(),
      uniId.aUser({ dcloud_appid: [uniId.appid, `${uniId.appid}B`, '__UNI__ELSEWHERE'] }),
      uniId.aUser({ dcloud_appid: [] }),
      uniId.aUser({ dcloud_appid: undefined }),
      uniId.aUser({ dcloud_appid: ['__UNI__ELSEWHERE'] }),
    ];
    uniId.write([one, both, none, everywhere, unknown]);
    expect(await uniId.run()).toMatchObject({ created: 2, skipped_by_reason: { no_app: 3 }, isGood: false });
    await login({ mobile: both.mobile, password: 'horse battery 1' }, second.id).expect(200);
    await login({ mobile: one.mobile, password: 'horse battery 1' }, second.id).expect(401);
    expect(await uniId.run({ app: second.id.toUpperCase() })).toMatchObject({ created: 1, unchanged: 2 });
    await login({ mobile: everywhere.mobile, password: 'horse battery 1' }, second.id).expect(200);
    await login({ mobile: everywhere.mobile, password: 'horse battery 1' }).expect(401);
  });

  describe('of an identifier', () => {
    it('that is unconfirmed takes nothing, for it may be somebody else’s', async () => {
      const email = anEmail();
      const withMobile = uniId.aUser({ email, email_confirmed: 0 });
      const without = [0, undefined, null, '1', true, 2].map((mobile_confirmed) => uniId.aUser({ mobile_confirmed }));
      uniId.write([withMobile, ...without, uniId.aUser({ mobile: undefined, username: 'lin' })]);
      expect(await uniId.run()).toMatchObject({
        created: 1,
        left_out: { email_unconfirmed: 1 },
        skipped_by_reason: { no_confirmed_identifier: 7 },
        isGood: true,
      });
      expect(await userOf(email)).toEqual({});
    });

    it('that two have after normalisation is nobody’s', async () => {
      const [mobile, email] = [aMobile(), anEmail()];
      const alone = uniId.aUser();
      uniId.write([
        uniId.aUser({ mobile }),
        uniId.aUser({ email, email_confirmed: 1 }),
        uniId.aUser({ mobile: `+86 ${mobile.slice(0, 3)}-${mobile.slice(3)}` }),
        alone,
        uniId.aUser({ email: email.toUpperCase(), email_confirmed: 1 }),
        // The owner has closed the account, and begun another.
        uniId.aUser({ mobile: alone.mobile, status: 4 }),
      ]);
      expect(await uniId.run()).toMatchObject({
        created: 1,
        skipped_by_reason: { identifier_repeated: 4, account_closed: 1 },
        first_skipped: [1, 2, 3, 5, 6].map((line) => expect.objectContaining({ line })),
        isGood: false,
      });
      for (const value of [`+86${mobile}`, email]) expect(await userOf(value)).toEqual({});
    });

    it('of a member who exists stays with that member, and what was typed and never proven gives way', async () => {
      const member = await aMember(uniId.api, {}, uniId.appId);
      const pending = await aPendingMember(uniId.api, {}, uniId.appId);
      const before = await userOf(member.email);
      const [rival, owner] = [member, pending].map(({ email }) => uniId.aUser({ email, email_confirmed: 1 }));
      uniId.write([rival ?? {}, owner ?? {}]);
      expect(await uniId.run()).toMatchObject({
        created: 1,
        skipped_by_reason: { identifier_taken: 1 },
        isGood: false,
      });
      expect(await userOf(member.email)).toEqual(before);
      expect(await userOf(`+86${rival?.mobile}`)).toEqual({});
      await login({ email: member.email, password: 'horse battery 1' }).expect(401);
      await login({ ...member }).expect(200);
      await login({ email: pending.email, password: pending.password }).expect(401);
      await login({ email: pending.email, password: 'horse battery 1' }).expect(200);
    });
  });

  it('changes nothing the second time, nor brings anybody back who was deleted since', async () => {
    const members = [uniId.aUser(), uniId.aUser({ email: anEmail(), email_confirmed: 1 })];
    uniId.write(members);
    expect(await uniId.run()).toMatchObject({ created: 2, unchanged: 0 });
    await login({ mobile: members[0]?.mobile, password: 'horse battery 1' }).expect(200);
    const { id } = await userOf(`+86${members[1]?.mobile}`);
    await (await asOwner(uniId.api)).delete(`users/${id as string}`).expect(200);
    const before = await users();
    expect(await uniId.run()).toMatchObject({ created: 0, unchanged: 2, skipped: 0, isGood: true });
    expect(await users()).toEqual(before);
  });

  it('takes up where it was interrupted, and two at once import everybody once', async () => {
    const members = Array.from({ length: 120 }, () => uniId.aUser());
    uniId.write(members.slice(0, 60));
    await uniId.run();
    uniId.write(members);
    const both = await Promise.all([uniId.run(), uniId.run()]);
    expect(both.map(({ created, unchanged }) => created + unchanged)).toEqual([120, 120]);
    expect(both[0].created + both[1].created).toBe(60);
  });

  it('changes nothing in a dry run, and tells how long it will take', async () => {
    uniId.write([uniId.aUser(), uniId.aUser({ password: undefined }), uniId.aUser({ status: 4 })]);
    const before = await users();
    const { estimated_seconds, ...summary } = await uniId.run({ 'dry-run': true });
    expect(summary).toMatchObject({
      dry_run: true,
      created: 2,
      with_password: 1,
      skipped_by_reason: { account_closed: 1 },
    });
    expect(estimated_seconds).toBeGreaterThan(0);
    expect(await users()).toEqual(before);
    expect(await uniId.run()).toMatchObject({ created: 2, with_password: 1 });
  });

  it('goes on after what is broken or hostile, and names its line', async () => {
    const fine = uniId.aUser();
    const hostile = [
      '{"_id":"5f0',
      'null',
      '[]',
      '"text"',
      '{}',
      { ...uniId.aUser(), _id: 7 },
      { ...uniId.aUser(), _id: 'x'.repeat(65) },
      { ...uniId.aUser(), mobile: { $gt: '' } },
      { ...uniId.aUser(), mobile: "1' OR '1'='1" },
      { ...uniId.aUser(), mobile: '1'.repeat(100_000) },
      { ...uniId.aUser(), dcloud_appid: { 0: uniId.appid } },
      JSON.stringify(uniId.aUser()).slice(0, -1) + ',"__proto__":{"status":0},"constructor":1}',
      { ...uniId.aUser(), nickname: '\u0000', gender: '__proto__', register_date: 'tomorrow', status: '0' },
      { ...uniId.aUser(), nickname: '\ud800', register_date: 9e15, token: 'x'.repeat(500_000) },
      `{"_id":"${'x'.repeat(1_200_000)}"}`,
      fine,
    ];
    uniId.write(hostile);
    const report = join(uniId.directory, 'hostile.jsonl');
    const summary = await uniId.run({ report });
    expect(summary).toMatchObject({
      records: 16,
      created: 4,
      skipped_by_reason: { not_an_object: 5, id_invalid: 3, no_confirmed_identifier: 3, no_app: 1 },
      isGood: false,
    });
    const lines = readFileSync(report, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual(
      hostile.map((_, at) => [at + 1, at === 11 || at === 12 || at === 13 || at === 15 ? 'created' : 'skipped']),
    );
    const { id } = await userOf(`+86${fine.mobile}`);
    expect(lines[15]).toEqual({
      line: 16,
      _id: fine['_id'],
      user_id: id,
      outcome: 'created',
      password: true,
      left_out: [],
    });
    expect(statSync(report).mode & 0o777).toBe(0o600);
    await expect(uniId.run({ report })).rejects.toThrow(/exist/i);
  });

  it('is recorded in the audit log, without anything personal', async () => {
    const member = uniId.aUser({ nickname: 'Unmistakable' });
    uniId.write([member, uniId.aUser()]);
    await uniId.run();
    const { body } = await (await asOwner(uniId.api)).get('audit/logs?action=members.write&page_size=1').expect(200);
    const [record] = body.data.items;
    expect(record).toMatchObject({
      action: 'members.write',
      resource_type: 'member',
      outcome: 'success',
      actor: { type: 'system' },
    });
    expect(JSON.stringify(record)).toContain('"imported"');
    expect(JSON.stringify(record)).not.toMatch(new RegExp(`Unmistakable|${member.mobile}`));
  });

  it.each([
    [{ tenant: 'nowhere' }, /no tenant/],
    [{ app: 'shop' }, /--app/],
    [{ app: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' }, /--app/],
    [{ threads: '0' }, /--threads/],
    [{ threads: 'all' }, /--threads/],
  ])('refuses %j', async (options, message) => {
    uniId.write([uniId.aUser()]);
    await expect(uniId.run(options)).rejects.toThrow(UsageError);
    await expect(uniId.run(options)).rejects.toThrow(message);
  });

  it('refuses a configuration that it cannot use, without quoting it, and a file that is not there', async () => {
    uniId.write([uniId.aUser()]);
    const config = join(uniId.directory, 'broken.json');
    for (const content of [
      '{ "passwordSecret": "hush hush" // comment',
      '{}',
      '[]',
      'null',
      '{"passwordSecret":[{"value":"hush hush"}]}',
      '[{"passwordSecret":"hush hush"},{"passwordSecret":"another"}]',
    ]) {
      writeFileSync(config, content);
      const refusal: unknown = await uniId.run({ config }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(UsageError);
      expect(String(refusal)).not.toContain('hush');
    }
    rmSync(uniId.file);
    await expect(uniId.run()).rejects.toThrow(/cannot be read/);
  });
});
