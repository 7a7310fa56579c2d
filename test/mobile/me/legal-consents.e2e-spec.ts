import { suiteOwner } from '../../admin/support/admin';
import { anApp, DRAFT, pageClient } from '../../admin/support/pages';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { clientOf } from '../support/journey';
import { fieldErrors, meClient, type MeClient, someone } from '../support/me';

const PATH = 'legal-consents';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = 'a'.repeat(64);

describe('/api/v1/me/legal-consents', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let appId: string;
  let me: MeClient;
  let accessToken: string;

  /** Each test has an App of its own, and a member of it. */
  beforeEach(async () => {
    appId = await anApp(api);
    const member = await someone(api, {}, appId);
    me = member.me;
    accessToken = member.pair.access_token;
  });

  const publish = async (document: string): Promise<string> => {
    const { published } = await pageClient(owner, `apps/${appId}/content/legal/${document}`).publish();
    return published.revision_hash;
  };
  const accept = (document_type: string, revision_hash: string) => me.post(PATH, { document_type, revision_hash });
  const list = async () => (await me.get(PATH).expect(200)).body.data;
  const inContext = async () =>
    (await clientOf(api, appId).context(accessToken).expect(200)).body.data.legal_outstanding as object[];

  it('are empty at first', async () => {
    const { body, headers } = await me.get(PATH).expect(200);
    expect(body).toEqual({ data: { items: [], outstanding: [] } });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('accept the published revision, which is not outstanding from then on', async () => {
    const [privacy, terms] = [await publish('privacy-policy'), await publish('terms-of-service')];
    const outstanding = [
      { document_type: 'privacy-policy', revision_hash: privacy },
      { document_type: 'terms-of-service', revision_hash: terms },
    ];
    await eventually(async () => (await inContext()).length === 2);
    expect(await list()).toEqual({ items: [], outstanding });
    expect((await accept('privacy-policy', privacy).expect(200)).body).toEqual({ data: { success: true } });
    expect(await inContext()).toEqual([outstanding[1]]);
    await accept('terms-of-service', terms).expect(200);
    expect(await inContext()).toEqual([]);
    expect(await list()).toEqual({
      items: [
        { document_type: 'terms-of-service', revision_hash: terms, accepted_at: expect.stringMatching(INSTANT) },
        { document_type: 'privacy-policy', revision_hash: privacy, accepted_at: expect.stringMatching(INSTANT) },
      ],
      outstanding: [],
    });
  });

  it('are one record with the first time, however often and at once', async () => {
    const hash = await publish('privacy-policy');
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept('privacy-policy', hash)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    const { items } = await list();
    expect(items).toHaveLength(1);
    await accept('privacy-policy', hash).expect(200);
    expect((await list()).items).toEqual(items);
  });

  it('answer 422 to every revision but the published one, and record nothing', async () => {
    const stale = async (type: string, hash: string) => {
      const { body } = await accept(type, hash).expect(422);
      expect(body).toMatchObject({ code: 'CONTENT.LEGAL.REVISION_STALE', status: 422 });
    };
    await stale('privacy-policy', UNKNOWN);
    const first = await publish('privacy-policy');
    await stale('terms-of-service', first);
    await stale('privacy-policy', UNKNOWN);
    const second = await publish('privacy-policy');
    // At once, whatever the process remembers of what was published.
    await stale('privacy-policy', first);
    expect((await list()).items).toEqual([]);
    await accept('privacy-policy', second).expect(200);
  });

  it('ask again when another revision is published, and keep what was accepted before', async () => {
    const first = await publish('privacy-policy');
    await accept('privacy-policy', first).expect(200);
    const second = await publish('privacy-policy');
    await eventually(async () => (await inContext()).length === 1);
    expect(await list()).toMatchObject({
      items: [{ revision_hash: first }],
      outstanding: [{ document_type: 'privacy-policy', revision_hash: second }],
    });
    await accept('privacy-policy', second).expect(200);
    expect((await list()).items.map(({ revision_hash }: { revision_hash: string }) => revision_hash)).toEqual([
      second,
      first,
    ]);
  });

  it('know no revision of another App', async () => {
    const elsewhere = await anApp(api);
    const page = pageClient(owner, `apps/${elsewhere}/content/legal/privacy-policy`);
    const { published } = await page.publish({ ...DRAFT, title: { 'zh-CN': '别处' } });
    await accept('privacy-policy', published.revision_hash).expect(422);
    await publish('privacy-policy');
    const other = await someone(api, {}, appId);
    await accept('privacy-policy', published.revision_hash).expect(422);
    expect((await other.me.get(PATH)).body.data.items).toEqual([]);
    const rows = await queryAs(api.urls.superuserUrl, 'SELECT 1 FROM legal_consents WHERE app_id = $1', [appId]);
    expect(rows).toEqual([]);
  });

  it.each([
    [{}, ['document_type required', 'revision_hash required']],
    [{ document_type: 'imprint', revision_hash: UNKNOWN }, ['document_type not_allowed']],
    [{ document_type: 'privacy-policy', revision_hash: 'A'.repeat(64) }, ['revision_hash invalid']],
    [{ document_type: 'privacy-policy', revision_hash: 'a'.repeat(63) }, ['revision_hash too_short']],
    [
      { document_type: ['privacy-policy'], revision_hash: null },
      ['document_type not_string', 'revision_hash required'],
    ],
    [{ document_type: 'privacy-policy', revision_hash: UNKNOWN, user_id: 'x' }, ['user_id unknown_field']],
  ])('answer 422 to %j', async (body, errors) => {
    const answer = await me.post(PATH, body).expect(422);
    expect(answer.body.code).toBe('REQUEST.VALIDATION_FAILED');
    expect(fieldErrors(answer.body)).toEqual(errors);
  });

  it('answer 400 without an App and 401 without a bearer', async () => {
    const nobody = meClient(api, null, { appId });
    for (const answer of [await nobody.get(PATH), await nobody.post(PATH, {})]) {
      expect([answer.status, answer.body.code]).toEqual([401, 'IAM.TOKEN.MISSING']);
    }
    await api.http.post(`/api/v1/me/${PATH}`).send({}).expect(400);
  });
});
