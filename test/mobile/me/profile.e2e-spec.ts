import fc from 'fast-check';
import { AppsService } from '@libs/apps';
import { asOwner } from '../../admin/support/admin';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { clientOf } from '../support/journey';
import { fieldErrors, type MeClient, meClient, someone } from '../support/me';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('GET and PATCH /api/v1/me', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({}, undefined, { regions: 'few' });
  });

  afterAll(() => api.close());

  const asSuperuser = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);

  it('answer 200 with the SelfProfileResponse, every field of it and no other', async () => {
    const { member, me } = await someone(api, { display_name: 'Lin' });
    const { body, headers } = await me.get().expect(200);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(UUID),
        display_name: 'Lin',
        avatar_url: null,
        bio: null,
        gender: 'unspecified',
        birthday: null,
        region_code: null,
        identifiers: [
          {
            id: expect.stringMatching(UUID),
            type: 'email',
            value: `${member.email.slice(0, 1)}***@example.com`,
            verified: true,
            is_primary: true,
          },
        ],
        has_password: true,
        created_at: expect.stringMatching(INSTANT),
        lock_version: expect.any(Number),
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(body)).not.toContain(member.email);
  });

  it('mask mobile numbers, and show which identifier is verified', async () => {
    const { me } = await someone(api);
    const { id } = (await me.get().expect(200)).body.data;
    await asSuperuser(
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, is_primary)
       VALUES ($1, gen_random_uuid(), $2, 'mobile', '+8613800130000', false)`,
      [api.tenantId, id],
    );
    const { identifiers } = (await me.get().expect(200)).body.data;
    expect(identifiers[1]).toMatchObject({ type: 'mobile', value: '+86 138****0000', verified: false });
  });

  it('change each given field, and no other', async () => {
    const { me } = await someone(api, { display_name: 'Lin' });
    const before = (await me.get().expect(200)).body.data;
    const all = {
      display_name: '林',
      bio: 'Tea\nand 😀',
      gender: 'female',
      birthday: '1994-05-17',
      region_code: '330106',
    };
    const changed = (await me.patch('', { ...all, lock_version: before.lock_version }).expect(200)).body.data;
    expect(changed).toEqual({ ...before, ...all, lock_version: before.lock_version + 1 });
    const again = (await me.patch('', { bio: '' }).expect(200)).body.data;
    expect(again).toEqual({ ...changed, bio: '', lock_version: before.lock_version + 2 });
    expect((await me.get().expect(200)).body.data).toEqual(again);
  });

  it('clear what is null', async () => {
    const { me } = await someone(api, { display_name: 'Lin' });
    const all = { display_name: '林', bio: 'Tea', gender: 'other', birthday: '1994-05-17', region_code: 'JP' };
    await me.patch('', all).expect(200);
    const nothing = { display_name: null, bio: null, gender: null, birthday: null, region_code: null };
    const { data } = (await me.patch('', { ...nothing, lock_version: null }).expect(200)).body;
    expect(data).toMatchObject({ ...nothing, gender: 'unspecified' });
  });

  describe('of one user who is asked again and again', () => {
    let me: MeClient;
    beforeAll(async () => {
      me = (await someone(api)).me;
    });

    it.each([
      [{ display_name: '' }, 'display_name required'],
      [{ display_name: ' \t' }, 'display_name required'],
      [{ display_name: 'x'.repeat(65) }, 'display_name too_long'],
      [{ display_name: 1 }, 'display_name not_string'],
      [{ bio: 'x'.repeat(501) }, 'bio too_long'],
      [{ bio: 'a\u0000b' }, 'bio invalid_text'],
      [{ bio: '\ud800' }, 'bio invalid_text'],
      [{ gender: 'unknown' }, 'gender not_allowed'],
      [{ gender: ['male'] }, 'gender not_string'],
      [{ birthday: '17.05.1994' }, 'birthday not_date'],
      [{ birthday: '1994-02-30' }, 'birthday not_date'],
      [{ birthday: '1994-05-17T00:00:00Z' }, 'birthday not_date'],
      [{ birthday: '1899-12-31' }, 'birthday out_of_range'],
      [{ birthday: '9999-12-31' }, 'birthday out_of_range'],
      [{ region_code: 'nowhere' }, 'region_code unknown_region'],
      [{ region_code: '' }, 'region_code required'],
      [{ region_code: '1'.repeat(33) }, 'region_code too_long'],
      [{ lock_version: 0 }, 'lock_version out_of_range'],
      [{ lock_version: '1' }, 'lock_version not_integer'],
      [{ status: 'deleted' }, 'status unknown_field'],
      [{ avatar_url: 'https://example.com/a.png' }, 'avatar_url unknown_field'],
      [{ id: 'x', identifiers: [] }, 'id unknown_field'],
    ])('answer 422 to %j and leave the profile as it is', async (change, error) => {
      const before = (await me.get()).body;
      const { body } = await me.patch('', change).expect(422);
      expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
      expect(fieldErrors(body)).toContain(error);
      expect((await me.get()).body).toEqual(before);
    });
  });

  it('accept the limits themselves, counted in characters', async () => {
    const { me } = await someone(api);
    const bounds = { display_name: '😀'.repeat(64), bio: '林'.repeat(500), birthday: '1900-01-01' };
    expect((await me.patch('', bounds).expect(200)).body.data).toMatchObject(bounds);
  });

  it('answer 422 to a birthday that is today or later by the clock of the database', async () => {
    const { me } = await someone(api);
    const [row] = await queryAs<{ today: string; past: string }>(
      api.urls.superuserUrl,
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today,
              to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD') AS past`,
    );
    expect(fieldErrors((await me.patch('', { birthday: row?.today }).expect(422)).body)).toEqual([
      'birthday out_of_range',
    ]);
    await me.patch('', { birthday: row?.past }).expect(200);
  });

  it('refuse a region that is retired or hidden, but keep one chosen earlier', async () => {
    const { me } = await someone(api);
    await me.patch('', { region_code: '330109' }).expect(200);
    const stranger = await someone(api);
    await asSuperuser(`UPDATE regions SET status = 'retired' WHERE code = '330109'`);
    await asSuperuser(`UPDATE regions SET is_public = false WHERE code = '330110'`);
    await eventually(async () => (await stranger.me.patch('', { region_code: '330109' })).status === 422);
    await eventually(async () => (await stranger.me.patch('', { region_code: '330110' })).status === 422);
    const { data } = (await me.patch('', { region_code: '330109', bio: 'Still here' }).expect(200)).body;
    expect(data).toMatchObject({ region_code: '330109', bio: 'Still here' });
  });

  it('answer 409 to a stale lock_version, with the present one', async () => {
    const { me } = await someone(api);
    const { lock_version } = (await me.get()).body.data;
    await me.patch('', { bio: 'first', lock_version }).expect(200);
    const { body } = await me.patch('', { bio: 'second', lock_version }).expect(409);
    expect(body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: lock_version + 1 });
    expect((await me.get()).body.data.bio).toBe('first');
  });

  it('let one of 20 at the same time through with one lock_version, and all without', async () => {
    const { me } = await someone(api);
    const { lock_version } = (await me.get()).body.data;
    const bios = Array.from({ length: 20 }, (_, index) => `bio ${index}`);
    const versioned = await Promise.all(bios.map((bio) => me.patch('', { bio, lock_version })));
    expect(versioned.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    const free = await Promise.all(bios.map((bio) => me.patch('', { bio })));
    expect(free.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect((await me.get()).body.data.lock_version).toBe(lock_version + 21);
  });

  it('show one profile in all Apps of the tenant', async () => {
    const { id: other } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'en-US' });
    const { member, me } = await someone(api, { display_name: 'Lin' });
    await me.patch('', { bio: 'Everywhere' }).expect(200);
    await asSuperuser(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT $1, $2, user_id, 'active', now() FROM login_identifiers WHERE value = $3`,
      [api.tenantId, other, member.email],
    );
    const { body } = await clientOf(api, other).login({ email: member.email, password: member.password }).expect(200);
    const there = meClient(api, body.data.access_token, { appId: other });
    expect((await there.get().expect(200)).body.data).toMatchObject({ display_name: 'Lin', bio: 'Everywhere' });
  });

  it('are invisible to others, and change nobody else', async () => {
    const [one, other] = [await someone(api), await someone(api)];
    await one.me.patch('', { bio: 'Mine' }).expect(200);
    expect((await other.me.get()).body.data.bio).toBeNull();
  });

  it('answer 400 without an App, 401 without a bearer or with one of another App', async () => {
    const { pair, me } = await someone(api);
    const noApp = await api.http.get('/api/v1/me').set('Authorization', `Bearer ${pair.access_token}`).expect(400);
    expect(noApp.body.code).toBe('APP.HEADER.REQUIRED');
    for (const method of ['get', 'patch'] as const) {
      const { body } = await meClient(api, null)[method]('').expect(401);
      expect(body.code).toBe('IAM.TOKEN.MISSING');
    }
    const { id: other } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Third App', appType: 'uni_app', defaultLocale: 'en-US' });
    const elsewhere = await meClient(api, pair.access_token, { appId: other }).get().expect(401);
    expect(elsewhere.body.code).toBe('IAM.TOKEN.INVALID');
    await clientOf(api).logout(pair.access_token).expect(200);
    expect((await me.get().expect(401)).body.code).toBe('IAM.TOKEN.INVALID');
  });

  it('answer 413 to a body that is too large, and 415 to one that is not JSON', async () => {
    const { me } = await someone(api);
    expect((await me.patch('', { bio: 'x'.repeat(300_000) }).expect(413)).body.code).toBe('REQUEST.TOO_LARGE');
    const form = await me.patch('', undefined, { 'Content-Type': 'text/plain' }).send('bio=x');
    expect([form.status, form.body.code]).toEqual([415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE']);
  });

  it('are not impressed by hostile input', async () => {
    const { me } = await someone(api);
    const field = fc.constantFrom('display_name', 'bio', 'gender', 'birthday', 'region_code', 'lock_version', 'x');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(field, fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }), async (body) => {
        expect([200, 409, 422]).toContain((await me.patch('', body)).status);
      }),
      { numRuns: rounds(60) },
    );
    await me.get().expect(200);
  });

  it('forget a user whom an administrator deletes, profile and all', async () => {
    const { me } = await someone(api, { display_name: 'Lin' });
    const { id } = (await me.patch('', { bio: 'Tea', birthday: '1994-05-17', region_code: 'JP' }).expect(200)).body
      .data;
    await (await asOwner(api)).delete(`users/${id}`).expect(200);
    await me.get().expect(401);
    expect(await asSuperuser('SELECT 1 FROM user_profiles WHERE user_id = $1', [id])).toEqual([]);
  });
});
