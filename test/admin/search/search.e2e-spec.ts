import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember, signIn } from '../../mobile/support/journey';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, asOwner, asRoles, suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { articleClient } from '../support/articles';
import { DRAFT, pageClient } from '../support/pages';
import { found, type Things, thingsOfAnApp } from '../support/search';

const OF_APPS = ['app', 'member', 'release', 'page', 'article', 'notice', 'message', 'file'];

/** Letters that are in nothing else. */
const aWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 9)}`;

describe('GET /admin-api/v1/search', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let word: string;
  let things: Things;

  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);

  beforeAll(async () => {
    word = aWord();
    things = await thingsOfAnApp(api, owner, word);
    await owner.post('roles', { code: `${word}-role`, name: `${word} role`, permissions: [] }).expect(201);
  });

  it('finds everything by a part of its name, with what tells it from others', async () => {
    const { appId, userId, ids } = things;
    const { tenant, ...others } = await found(owner, word);
    expect(tenant).toBeUndefined();
    const ofApp = { app_id: appId };
    expect(others).toEqual({
      app: [{ id: appId, ...ofApp, title: `${word} shop` }],
      member: [
        { id: userId, ...ofApp, title: `${word} Lin`, subtitle: expect.stringMatching(/^m\*\*\*@example\.com$/) },
      ],
      release: [
        { id: ids['release'], ...ofApp, title: '1.2.10', subtitle: expect.stringMatching(/^android wgt \d+$/) },
      ],
      page: [{ id: `${word}-page`, ...ofApp, title: `About ${word}`, subtitle: `${word}-page` }],
      article: [{ id: ids['article'], ...ofApp, title: `About ${word}`, subtitle: `${word}-article` }],
      notice: [{ id: ids['notice'], ...ofApp, title: `About ${word}`, subtitle: 'draft' }],
      message: [{ id: ids['message'], ...ofApp, title: `About ${word}`, subtitle: 'draft' }],
      file: [{ id: ids['file'], ...ofApp, title: `${word}.pdf`, subtitle: 'attachment' }],
      user: [{ id: userId, title: `${word} Lin`, subtitle: expect.stringMatching(/^m\*\*\*@example\.com$/) }],
      role: [{ id: `${word}-role`, title: `${word} role`, subtitle: `${word}-role` }],
    });
    const platform = await found(owner, 'default');
    expect(platform['tenant']).toEqual([{ id: api.tenantId, title: expect.any(String), subtitle: 'default' }]);
  });

  it('calls a page that has no title yet by its key', async () => {
    const { page } = await found(owner, 'user-guide');
    const named = { id: 'user-guide', app_id: api.appId, title: 'user-guide', subtitle: 'user-guide' };
    expect(page).toContainEqual(named);
  });

  it('tells titles in the language of the request', async () => {
    const chinese = await asOwner(api, { 'Accept-Language': 'zh-CN' });
    const { article, page } = await found(chinese, word);
    expect([article?.[0]?.title, page?.[0]?.title]).toEqual([`关于${word}`, `关于${word}`]);
  });

  it.each([
    ['in the other case', () => word.toUpperCase(), OF_APPS],
    ['from the middle', () => word.slice(2, 7), OF_APPS],
    [
      'of two characters in Chinese',
      () => `于${word.slice(0, 1)}`,
      ['release', 'page', 'article', 'notice', 'message'],
    ],
    [
      'that stands in the title of another language',
      () => `关于${word}`,
      ['release', 'page', 'article', 'notice', 'message'],
    ],
    ['with blanks around it', () => `  ${word}  `, OF_APPS],
  ])('finds a text %s', async (_, q, types) => {
    expect(Object.keys(await found(owner, q()))).toEqual(expect.arrayContaining(types));
  });

  it('finds by an id', async () => {
    for (const type of OF_APPS.filter((one) => one !== 'page')) {
      const id = things.ids[type]!;
      const expected = [expect.objectContaining({ id })];
      expect((await found(owner, id.toUpperCase()))[type]).toEqual(expected);
    }
    expect((await found(owner, things.userId))['user']).toHaveLength(1);
    expect((await found(owner, api.tenantId))['tenant']).toHaveLength(1);
  });

  it('takes what is a sign of patterns, quotes and control characters for themselves', async () => {
    const rare = aWord();
    const name = `50%_off's "${rare}x" \\ new`;
    const { id } = await aManagedApp(owner, { name });
    await aManagedApp(owner, { name: `50 offs ${rare}y` });
    for (const q of ['50%_off', '0%_o', `'s "${rare}`, '" \\', '\\ n', name]) {
      expect([q, (await found(owner, q))['app']?.map((one) => one.id)]).toEqual([q, [id]]);
    }
    for (const q of ['%%', '__', '5%f', '\\%', `${rare}\tx`, `${rare}\u0001`, `'; --`, '\u202eab', '$$']) {
      expect([q, await found(owner, q)]).toEqual([q, {}]);
    }
  });

  it('wants 2 to 100 characters and 1 to 20 items, and leaves out empty groups', async () => {
    for (const [query, why] of [
      ['', 'q required'],
      ['q=', 'q required'],
      ['q=a', 'q too_short'],
      [`q=${encodeURIComponent('王')}`, 'q too_short'],
      [`q=${encodeURIComponent(' 王 ')}`, 'q too_short'],
      [`q=${encodeURIComponent('🙂')}`, 'q too_short'],
      [`q=${'x'.repeat(101)}`, 'q too_long'],
      ['q=ab%00', 'q invalid_text'],
      ['q=ab&q=cd', 'q repeated'],
      ['q=ab&limit=0', 'limit out_of_range'],
      ['q=ab&limit=21', 'limit out_of_range'],
      ['q=ab&app_id=x', 'app_id not_uuid'],
      ['q=ab&page=1', 'page unknown_parameter'],
    ]) {
      const refused = await owner.get(`search?${query}`);
      expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED');
      expect([query, reasons(refused.body)]).toEqual([query, [why]]);
    }
    await found(owner, 'x'.repeat(100));
    expect(await found(owner, aWord())).toEqual({});
    const rare = aWord();
    for (let count = 0; count < 7; count++) await aManagedApp(owner, { name: `${count} ${rare}` });
    expect((await found(owner, rare))['app']).toHaveLength(5);
    expect((await found(owner, rare, { limit: '20' }))['app']).toHaveLength(7);
    expect((await found(owner, rare, { limit: '1' }))['app']).toEqual([
      expect.objectContaining({ title: `6 ${rare}` }),
    ]);
  });

  it('puts what begins with the text first, then the newest', async () => {
    const rare = aWord();
    for (const name of [`${rare} first`, `a ${rare}`, `b ${rare}`]) await aManagedApp(owner, { name });
    const titles = (await found(owner, rare))['app']?.map(({ title }) => title);
    expect(titles).toEqual([`${rare} first`, `b ${rare}`, `a ${rare}`]);
  });

  it('finds identifiers whole, never by part, and shows them masked', async () => {
    const { email, userId, appId } = things;
    const number = `+86138${String(Date.now()).slice(-8)}`;
    await rows(
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       VALUES ($1, $2, $3, 'mobile', $4, now(), false)`,
      [api.tenantId, newId(), userId, number],
    );
    for (const q of [email, ` ${email.toUpperCase()} `, number, number.slice(3)]) {
      const { member, user, ...others } = await found(owner, q);
      expect([q, others, member?.map((one) => [one.id, one.app_id]), user?.map((one) => one.id)]).toEqual([
        q,
        {},
        [[userId, appId]],
        [userId],
      ]);
      expect(JSON.stringify([member, user])).not.toContain(email);
    }
    const parts = [email.slice(0, -1), email.slice(1), '@example.com', number.slice(0, -1), number.slice(4), '86138'];
    for (const q of parts) expect([q, await found(owner, q)]).toEqual([q, {}]);
  });

  it('shows a member with several Apps once, with the one joined last', async () => {
    const { id: second } = await aManagedApp(owner);
    await rows(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at, created_at)
       VALUES ($1, $2, $3, 'active', now(), now() + interval '1 second')`,
      [api.tenantId, second, things.userId],
    );
    const appsOf = async (app_id?: string) =>
      (await found(owner, word, app_id === undefined ? {} : { app_id }))['member']?.map((one) => one.app_id);
    expect(await appsOf()).toEqual([second]);
    expect(await appsOf(things.appId)).toEqual([things.appId]);
    expect(await appsOf(second)).toEqual([second]);
    await rows('DELETE FROM app_memberships WHERE app_id = $1', [second]);
  });

  it('narrows what belongs to an App to the one that is named', async () => {
    const own = await found(owner, word, { app_id: things.appId });
    for (const type of OF_APPS) expect([type, own[type]?.length]).toEqual([type, 1]);
    const others = await found(owner, word, { app_id: api.appId });
    expect(Object.keys(others).sort()).toEqual(['app', 'role', 'user']);
    expect(Object.keys(await found(owner, word, { app_id: newId() })).sort()).toEqual(['app', 'role', 'user']);
  });

  it('follows changes: a former name is not found any more, nor what is deleted', async () => {
    const [before, after] = [aWord(), aWord()];
    const gone = await thingsOfAnApp(api, owner, before);
    const articles = articleClient(owner, gone.appId);
    const { lock_version } = await articles.read(gone.ids['article']!);
    const changes = { lock_version, slug: after, title: { 'zh-CN': after } };
    await owner.patch(`apps/${gone.appId}/content/articles/${gone.ids['article']}`, changes).expect(200);
    expect((await found(owner, before))['article']).toBeUndefined();
    expect((await found(owner, after))['article']).toHaveLength(1);
    await owner.delete(`apps/${gone.appId}/mobile/releases/${gone.ids['release']}`).expect(200);
    expect((await found(owner, before))['release']).toBeUndefined();
    await owner.delete(`users/${gone.userId}`).expect(200);
    const { user, member } = await found(owner, before);
    expect([user, member]).toEqual([undefined, undefined]);
    const { body } = await owner.get(`apps/${gone.appId}`).expect(200);
    const version = (body.data as { lock_version: number }).lock_version;
    await owner.post(`apps/${gone.appId}/disable`, { lock_version: version }).expect(200);
    expect(Object.keys(await found(owner, before)).sort()).toEqual(['app', 'file', 'message', 'notice', 'page']);
    await owner.delete(`apps/${gone.appId}`).expect(200);
    for (const q of [before, after]) expect(await found(owner, q)).toEqual({});
  });

  it('finds a page by the title that readers see, once it has no draft any more', async () => {
    const [slug, title] = [aWord(), aWord()];
    await owner.post(`apps/${api.appId}/content/pages`, { slug }).expect(201);
    const page = pageClient(owner, `apps/${api.appId}/content/pages/${slug}`);
    await page.publish({ ...DRAFT, title: { 'zh-CN': title, 'en-US': title } });
    expect((await page.read()).draft).toBeNull();
    expect((await found(owner, title))['page']).toEqual([{ id: slug, app_id: api.appId, title, subtitle: slug }]);
  });

  it('is for administrators alone, without a permission of its own', async () => {
    expectProblem(await adminClient(api).get('search?q=ab'), 401, 'IAM.TOKEN.MISSING');
    const { access_token } = await signIn(api, await aMember(api));
    expectProblem(await adminClient(api, access_token).get('search?q=ab'), 401, 'IAM.TOKEN.INVALID');
    await owner.post('roles', { code: 'nothing', name: 'Nothing', permissions: ['audit.read'] }).expect(201);
    expect(await found(await asRoles(api, 'nothing'), word)).toEqual({});
  });
});
