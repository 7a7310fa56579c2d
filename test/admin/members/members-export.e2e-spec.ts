import { get as httpGet, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { newId } from '@libs/kernel';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, signIn } from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { type AdminClient, adminClient, asOwner, signInAdmin } from '../support/admin';
import { aTenant } from '../support/tenants';

const MEMBERS = 4_321;
const HEAD = 'user_id,display_name,email,mobile,status,joined_at,created_at,last_login_at';

describe('GET members/export', () => {
  const api = suiteApi();
  let owner: AdminClient;
  let token: string;
  let appId: string;
  let ids: string[];

  beforeAll(async () => {
    token = (await signInAdmin(api)).access_token;
    owner = adminClient(api, token);
    const app = { name: 'Crowded', app_type: 'uni_app', default_locale: 'en-US' };
    appId = (await owner.post('apps', app).expect(201)).body.data.id as string;
    ids = Array.from({ length: MEMBERS }, () => newId());
    await queryAs(
      api.urls.superuserUrl,
      `WITH people AS (
         INSERT INTO users (tenant_id, id, status, display_name)
         SELECT $1, id, 'active', 'Member ' || place FROM unnest($2::uuid[]) WITH ORDINALITY AS list (id, place) RETURNING id
       ), addresses AS (
         INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, is_primary)
         SELECT $1, gen_random_uuid(), id, 'email', id || '@example.com', true FROM unnest($2::uuid[]) AS id
       )
       INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT $1, $3, id, CASE WHEN place % 3 = 0 THEN 'suspended' ELSE 'active' END, now()
         FROM unnest($2::uuid[]) WITH ORDINALITY AS list (id, place)`,
      [api.tenantId, ids, appId],
    );
  });

  const path = (parameters = '', app = appId) => `apps/${app}/members/export${parameters}`;
  const open = async (parameters: string): Promise<IncomingMessage> => {
    const request = httpGet(`${api.url}/admin-api/v1/${path(parameters)}`, {
      headers: { Authorization: `Bearer ${token}` },
      agent: false,
    });
    return (await once(request, 'response'))[0] as IncomingMessage;
  };
  const textOf = async (response: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { text: Buffer.concat(chunks).toString('utf8'), chunks: chunks.length };
  };

  it('streams every member once, as CSV', async () => {
    const response = await open('?format=csv');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        new RegExp(`^attachment; filename="members-${appId}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
      ),
      'transfer-encoding': 'chunked',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const { text, chunks } = await textOf(response);
    expect(chunks).toBeGreaterThan(MEMBERS / 500);
    const [head, ...lines] = text.split('\r\n').slice(0, -1);
    expect(head).toBe(HEAD);
    expect(lines.map((line) => line.split(',')[0])).toEqual([...ids].sort().reverse());
    expect(lines[0]).toMatch(
      new RegExp(`^${ids.at(-1)},Member ${MEMBERS},${ids.at(-1)}@example\\.com,,active,[^,]+Z,[^,]+Z,$`),
    );
  });

  it('streams every member once, as NDJSON of the very objects of the list', async () => {
    const response = await open('?format=ndjson');
    expect(response.headers['content-type']).toBe('application/x-ndjson');
    const { text } = await textOf(response);
    const members = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { user_id: string });
    expect(members.map(({ user_id }) => user_id)).toEqual([...ids].sort().reverse());
    const { body } = await owner.get(`apps/${appId}/members?q=${ids[7]}`).expect(200);
    expect(body.data.items).toEqual(members.filter(({ user_id }) => user_id === ids[7]));
  });

  it('accepts the filters of the list', async () => {
    const lines = async (parameters: string) => (await textOf(await open(parameters))).text.split('\r\n').slice(1, -1);
    expect((await lines('?status=suspended')).length).toBe(Math.floor(MEMBERS / 3));
    expect(await lines(`?q=${ids[9]}&status=active`)).toEqual([expect.stringContaining(`${ids[9]},Member 10,`)]);
    expect(await lines('?q=%25')).toEqual([]);
  });

  it('prevents names and numbers from acting as formulas', async () => {
    const name = '=HYPERLINK("https://evil.example","x")';
    const member = await aMember(api, { display_name: name });
    await signIn(api, member);
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, is_primary)
       SELECT tenant_id, gen_random_uuid(), user_id, 'mobile', '+8613800138000', false FROM login_identifiers WHERE value = $1`,
      [member.email],
    );
    const { text } = await owner.get(path(`?q=${encodeURIComponent(member.email)}`, api.appId)).expect(200);
    const [, line] = text.split('\r\n');
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"",""x"")",${member.email},'+8613800138000,active,`);
    expect(line).toMatch(/Z$/);
  });

  it('goes on serving after clients have gone away in the middle', async () => {
    for (let round = 0; round < 12; round++) {
      const response = await open('?format=ndjson');
      await once(response, 'readable');
      response.destroy();
    }
    // As many as the pool has connections: none of them is lost.
    const answers = await Promise.all(Array.from({ length: 12 }, () => owner.get(path('?q=nobody'))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  it('answers 422 for another format, before anything is sent', async () => {
    for (const [parameters, reason] of [
      ['?format=xlsx', 'format not_allowed'],
      ['?format=', 'format not_allowed'],
      ['?format=csv&format=ndjson', 'format repeated'],
      ['?status=gone', 'status not_allowed'],
    ] as const) {
      const answer = await owner.get(path(parameters));
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([reason]);
    }
  });

  it('is found in its own tenant only, and recorded where somebody of the platform reads it', async () => {
    const tenant = await aTenant(api);
    expectProblem(await tenant.owner.client.get(path()), 404, 'RESOURCE.NOT_FOUND');
    const { body } = await tenant.owner.client.get('apps').expect(200);
    const foreign = body.data.items[0].id as string;
    const there = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    expect((await there.get(path('', foreign)).expect(200)).text).toBe(`${HEAD}\r\n`);
    // Recorded when the last byte has been sent.
    const records = await eventually(async () => {
      const found = await queryAs(
        api.urls.superuserUrl,
        `SELECT action, outcome FROM audit_logs WHERE tenant_id = $1 AND method = 'GET'`,
        [tenant.id],
      );
      return found.length > 0 && found;
    });
    expect(records).toEqual([{ action: 'members.export', outcome: 'success' }]);
  });
});
