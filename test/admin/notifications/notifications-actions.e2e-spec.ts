import { serviceClient, SUBMIT, TEXTS, apiClients, tokenOf } from '../../service/support/clients';
import { fieldErrors } from '../../mobile/support/me';
import { suiteApi } from '../../support/suite';
import { type AdminClient, asOwner } from '../support/admin';
import { aCategory, ARTICLE, articleClient } from '../support/articles';
import { MESSAGE, notificationClient } from '../support/notifications';
import { anApp } from '../support/pages';

describe('What notices and messages open', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  let owner: AdminClient;
  let appId: string;
  let notices: ReturnType<typeof notificationClient>;
  let messages: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    owner = await asOwner(api);
    appId = await anApp(api);
    notices = notificationClient(owner, appId);
    messages = notificationClient(owner, appId, 'messages');
  });

  const anArticle = async (slug: string, app = appId) =>
    articleClient(owner, app).create({ ...ARTICLE, slug, category_id: await aCategory(api, app) });
  const aPage = async (slug: string, app = appId) =>
    (await owner.post(`apps/${app}/content/pages`, { slug }).expect(201)).body.data as { lock_version: number };
  const refused = async (path: string, action: object, code: string) => {
    const { body } = await owner.post(path, { ...MESSAGE, action }).expect(422);
    expect(fieldErrors(body)).toEqual([`action.target ${code}`]);
    expect(body.errors[0].message).not.toBe('The value is not valid.');
  };

  it('is a page or article that the App has, whether or not it is published', async () => {
    const article = await anArticle('autumn-menu');
    await aPage('delivery');
    for (const action of [
      { type: 'article', target: 'autumn-menu' },
      { type: 'article', target: article.id },
      { type: 'page', target: 'delivery' },
      // Every App has it.
      { type: 'page', target: 'about-us' },
      { type: 'url', target: 'https://shop.example.com/nothing' },
      { type: 'none', target: null },
    ]) {
      expect(await messages.create({ action })).toMatchObject({ action });
    }
  });

  it('is an article by a slug under which it was published before, as long as it is there', async () => {
    const articles = articleClient(owner, appId);
    const before = await articles.publish(await anArticle('first-name'));
    const action = { type: 'article', target: 'first-name' };
    const notice = await notices.create({ action });
    const renamed = await articles.publish(await articles.update(before, { slug: 'second-name' }));
    expect(await notices.publish(notice)).toMatchObject({ status: 'published', action });
    await messages.create({ action });
    const draft = await articles.unpublish(renamed);
    await owner.delete(`${articles.path}/${draft.id}?lock_version=${draft.lock_version}`).expect(200);
    for (const target of ['first-name', 'second-name', draft.id]) {
      await refused(messages.path, { type: 'article', target }, 'unknown_article');
    }
  });

  it('is nothing that the App does not have, or another one has, or as something else (422)', async () => {
    const other = await anApp(api);
    await anArticle('theirs', other);
    await aPage('their-page', other);
    await anArticle('an-article');
    await aPage('a-page');
    for (const [type, target] of [
      ['article', 'nothing'],
      ['article', 'theirs'],
      ['article', 'a-page'],
      ['article', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff'],
      ['page', 'nothing'],
      ['page', 'their-page'],
      ['page', 'an-article'],
      ['page', 'privacy-policy'],
    ]) {
      await refused(messages.path, { type, target }, `unknown_${type}`);
    }
    const { id, lock_version } = await notices.create();
    const { body } = await owner
      .patch(`${notices.path}/${id}`, { lock_version, action: { type: 'page', target: 'nothing' } })
      .expect(422);
    expect(fieldErrors(body)).toEqual(['action.target unknown_page']);
  });

  it('must still be there at publication (422), and is not asked for when something else is written', async () => {
    const page = await aPage('summer');
    const article = await anArticle('summer-menu');
    const [first, second] = [
      await notices.create({ action: { type: 'page', target: 'summer' } }),
      await notices.create({
        action: { type: 'article', target: 'summer-menu' },
        scheduled_at: '2099-01-01T00:00:00Z',
      }),
    ];
    await owner.delete(`apps/${appId}/content/pages/summer?lock_version=${page.lock_version}`).expect(200);
    await owner.delete(`apps/${appId}/content/articles/${article.id}?lock_version=${article.lock_version}`).expect(200);
    for (const [draft, code] of [
      [first, 'unknown_page'],
      [second, 'unknown_article'],
    ] as const) {
      const { body } = await notices.post(draft, 'publish').expect(422);
      expect(fieldErrors(body)).toEqual([`action.target ${code}`]);
      expect(await notices.read(draft.id)).toEqual(draft);
      const renamed = await notices.update(draft, { title: { 'zh-CN': '新' } });
      const copy = (await notices.post(renamed, 'copy').expect(201)).body.data as typeof draft;
      expect(copy['action']).toEqual(draft['action']);
      await notices.publish(await notices.update(renamed, { action: null }));
    }
    await aPage('summer');
    expect((await notices.publish(await notices.create({ action: first['action'] as object }))).status).toBe(
      'published',
    );
  });

  it('is checked where other systems send messages (422)', async () => {
    const client = await apiClients(owner).create({ scopes: [SUBMIT] });
    const service = serviceClient(api, await tokenOf(api, client));
    const send = (action: object) =>
      service.post('notifications', {
        ...{ app_id: appId, message_type: 'private', user_ids: ['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff'], action },
        ...TEXTS,
      });
    const { body } = await send({ type: 'page', target: 'nothing' }).expect(422);
    expect(fieldErrors(body)).toEqual(['action.target unknown_page']);
    await send({ type: 'page', target: 'about-us' }).expect(202);
  });
});
