import { createHash, randomBytes } from 'node:crypto';
import { Sweeps } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { apiClients, tokenOf } from '../../service/support/clients';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember } from '../../mobile/support/journey';
import { eventually, isSoOnceAnnounced, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, asOwner, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import { anApp } from '../support/pages';
import { aTenant } from '../support/tenants';

const CONTENT = 'a text that is a file';

interface Link {
  readonly url: string;
  readonly expires_at: string;
}

describe('Links to downloads', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let other: TestApi;
  let appId: string;
  let fileId: string;

  const upload = async (client: AdminClient = owner, content = CONTENT) => {
    const form = client.postForm('files').field('purpose', 'attachment');
    const { body } = await form.attach('file', Buffer.from(content), 'dígits "x".html').expect(201);
    return body.data.id as string;
  };

  beforeAll(async () => {
    other = await startTestApi({}, api.urls);
    appId = await anApp(api);
    for (const name of ['Lin', 'Wei']) await aMember(api, { display_name: name }, appId);
    fileId = await upload();
  });
  afterAll(() => other.close());

  const fileContent = () => `files/${fileId}/content`;
  const members = () => `apps/${appId}/members/export`;
  const AUDIT = 'audit/logs/export';
  const linkTo = async (path: string, client: AdminClient = owner) => {
    const [route = '', query] = path.split('?');
    const to = `${route}/download-link${query === undefined ? '' : `?${query}`}`;
    const { body, headers } = await client.post(to).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    return body.data as Link;
  };
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
  const tokenIn = (url: string) => new URL(url).searchParams.get('download_token')!;
  const open = (url: string, headers: Record<string, string> = {}, at = api) =>
    at.http.get(pathOf(url)).set(headers).buffer(true);
  const expectGone = async (path: string, headers: Record<string, string> = {}) =>
    expectProblem(await api.http.get(path).set(headers), 404, 'RESOURCE.NOT_FOUND');
  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const textOf = ({ text, body }: { text: string; body: unknown }) =>
    text ?? (Buffer.isBuffer(body) ? body.toString() : '');

  it.each([
    ['the content of a file', fileContent],
    ['the members of an App', members],
    ['the members that were asked for, as JSON', () => `${members()}?q=Lin%20&format=ndjson&status=active`],
    ['the audit log', () => `${AUDIT}?resource_type=file&q=it%27s+"no"|one`],
  ])('open %s once, without a bearer, as a download', async (_, path) => {
    const { url, expires_at } = await linkTo(path());
    expect(url).toMatch(
      new RegExp(`^${api.url}/admin-api/v1/${path().split('?')[0]}\\?.*download_token=akd_[\\w-]{107}$`),
    );
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 60_000)).toBeLessThan(20_000);
    const direct = await owner.get(path()).buffer(true).expect(200);
    for (let count = 0; count < 2; count++) {
      const head = await api.http.head(pathOf(url)).expect(200);
      expect(head.headers['content-disposition']).toMatch(/^attachment; filename/);
    }
    // By the URL itself, as a browser does.
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(direct.headers['content-disposition']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(textOf(direct));
    await expectGone(pathOf(url));
    await api.http.head(pathOf(url)).expect(404);
  });

  it('are for the path and the query for which they were made, and for nothing else', async () => {
    const { url } = await linkTo(`${members()}?q=Lin&format=ndjson`);
    const another = await upload(owner, 'another');
    const [path, token] = [pathOf(url), tokenIn(url)];
    const wrong = [
      path.replace('q=Lin', 'q=Wei'),
      path.replace('q=Lin&', ''),
      path.replace('format=ndjson', 'format=csv'),
      `${path}&status=active`,
      path.replace(appId, await anApp(api)),
      `/admin-api/v1/${fileContent()}?download_token=${token}`,
      `/admin-api/v1/${AUDIT}?q=Lin&format=ndjson&download_token=${token}`,
      path.replace(token, `${token}A`),
      path.replace(token, token.replace(/^akd_./, 'akd_B')),
      path.replace(token, ''),
      path.replace(token, newId()),
      `${path}&download_token=${token}`,
      path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ];
    for (const one of wrong) await expectGone(one);
    const file = await linkTo(fileContent());
    await expectGone(pathOf(file.url).replace(fileId, another));
    // Neither has been used up.
    await open(url).expect(200);
    await open(file.url).expect(200);
    // The order of parameters and their spelling are those of the link.
    const spelt = await linkTo(`${members()}?q=L%69n&format=csv`);
    await open(spelt.url.replace('q=Lin', 'q=%4Cin')).expect(200);
  });

  it('that were made up, or for something else, do not even reach the database', async () => {
    const { url } = await linkTo(fileContent());
    const [path, token] = [pathOf(url), tokenIn(url)];
    const read = jest.spyOn(api.database, 'read');
    try {
      const forged = Buffer.concat([Buffer.from(api.tenantId.replaceAll('-', ''), 'hex'), randomBytes(64)]).toString(
        'base64url',
      );
      for (const one of [
        path.replace(token, `akd_${forged}`),
        path.replace(token, token.replace(/.{3}$/, 'AAA')),
        `/admin-api/v1/${members()}?download_token=${token}`,
      ]) {
        await expectGone(one);
      }
      expect(read).not.toHaveBeenCalled();
      await open(url).expect(200);
      expect(read).toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });

  it('admit nobody where there are none', async () => {
    const token = tokenIn((await linkTo(fileContent())).url);
    for (const path of [`files/${fileId}`, 'files', `files/${fileId}/thumbnail`]) {
      const answer = await api.http.get(`/admin-api/v1/${path}?width=64&download_token=${token}`);
      expect([path, answer.status]).toEqual([path, 401]);
    }
    await api.http.post(`/admin-api/v1/files/${fileId}/rescan?download_token=${token}`).expect(401);
    await api.http.post(`/admin-api/v1/${fileContent()}/download-link?download_token=${token}`).expect(401);
    // Beside a bearer it is the link that counts.
    const { access_token } = await signInAdmin(api);
    await expectGone(`/admin-api/v1/${fileContent()}?download_token=x`, { Authorization: `Bearer ${access_token}` });
  });

  it('are opened by one of those who try at the same time, on whichever server', async () => {
    for (let round = 0; round < rounds(5); round++) {
      const { url } = await linkTo(round % 2 === 0 ? fileContent() : members());
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => open(url, {}, index % 2 === 0 ? api : other)),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 404)]);
    }
  });

  it.each([
    ['a file', fileContent],
    ['an export', members],
  ])('give the whole of %s, or nothing: a Range is refused, and uses nothing up', async (_, path) => {
    const { url } = await linkTo(path());
    for (const range of ['bytes=0-', 'bytes=2-4', 'bytes=-1', 'nonsense']) {
      expectProblem(await open(url, { Range: range }), 416, 'REQUEST.RANGE_NOT_SATISFIABLE');
    }
    await api.http.head(pathOf(url)).set('Range', 'bytes=0-').expect(200);
    const { headers } = await open(url).expect(200);
    expect(headers['accept-ranges'] ?? 'none').toBe('none');
  });

  it('end after a minute, and are then swept away', async () => {
    const { url } = await linkTo(fileContent());
    await rows(`UPDATE download_links SET expires_at = now() - interval '1 millisecond'`);
    await expectGone(pathOf(url));
    const fresh = await linkTo(fileContent());
    await api.get(Sweeps).run('iam.download_links', 10_000, 0);
    const left = await rows('SELECT token_hash FROM download_links');
    expect(left).toEqual([{ token_hash: createHash('sha256').update(tokenIn(fresh.url)).digest() }]);
  });

  it('end with the session in which they were made, on every server', async () => {
    const admin = await anAdmin(api, ['release_manager']);
    const sessions = [admin, await signInAdmin(api, admin)] as const;
    const clients = [adminClient(api, sessions[0].token), adminClient(api, sessions[1].access_token)] as const;
    const [ending, elsewhere, staying] = [
      await linkTo(fileContent(), clients[0]),
      await linkTo(fileContent(), clients[0]),
      await linkTo(fileContent(), clients[1]),
    ];
    await api.http.head(pathOf(ending.url)).expect(200);
    await other.http.head(pathOf(ending.url)).expect(200);
    await clients[0].post('auth/logout').expect(200);
    await expectGone(pathOf(ending.url));
    expect(await isSoOnceAnnounced(async () => (await other.http.head(pathOf(elsewhere.url))).status === 404)).toBe(
      true,
    );
    await open(staying.url).expect(200);
  });

  it('end with whatever lets their maker sign in', async () => {
    const admin = await anAdmin(api, ['release_manager']);
    const { url } = await linkTo(fileContent(), adminClient(api, admin.token));
    const { body } = await owner.get(`users/${admin.userId}`).expect(200);
    await owner.post(`users/${admin.userId}/disable`, { lock_version: body.data.lock_version }).expect(200);
    await expectGone(pathOf(url));
  });

  it.each([
    ['files.read', fileContent],
    ['members.export', members],
    ['audit.export', () => AUDIT],
  ])('need the permission %s when they are made, and when they are opened', async (permission, path) => {
    const code = `may-${newId()}`;
    await owner.post('roles', { code, name: 'May', permissions: [permission, 'apps.read'] }).expect(201);
    const admin = await anAdmin(api, [code]);
    const client = adminClient(api, admin.token);
    const { url } = await linkTo(path(), client);
    const set = async (permissions: string[]) => {
      const { body } = await owner.get(`roles/${code}`).expect(200);
      await owner.patch(`roles/${code}`, { permissions, lock_version: body.data.lock_version }).expect(200);
    };
    await set(['apps.read']);
    const denied = expectProblem(await open(url), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    expect(denied).toMatchObject({ required_permission: permission });
    expectProblem(await client.post(`${path()}/download-link`), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    // Given back in time: nobody has opened it yet.
    await set([permission, 'apps.read']);
    await open(url).expect(200);
  });

  it('take exactly the query of the export, and what there is', async () => {
    for (const [path, expected] of [
      [`${members()}/download-link?format=xlsx`, ['format not_allowed']],
      [`${members()}/download-link?stauts=active`, ['stauts unknown_parameter']],
      [`${AUDIT}/download-link?from=now`, ['from not_instant']],
      [`${AUDIT}/download-link?page=1`, ['page unknown_parameter']],
    ] as const) {
      expect(reasons(expectProblem(await owner.post(path), 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(expected);
    }
    await owner.post(`files/${newId()}/content/download-link`).expect(404);
    await owner.post(`apps/${newId()}/members/export/download-link`).expect(404);
    const infected = await upload(owner, 'infected');
    const { url } = await linkTo(`files/${infected}/content`);
    await rows(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [infected]);
    expectProblem(await owner.post(`files/${infected}/content/download-link`), 409, 'FILES.NOT_CLEAN');
    expectProblem(await open(url), 409, 'FILES.NOT_CLEAN');
  });

  it('are recorded where they are made, without their token, which is kept nowhere', async () => {
    const id = await upload(owner, 'recorded');
    const key = { 'Idempotency-Key': newId() };
    const again = async () => {
      const { body } = await owner.post(`files/${id}/content/download-link`).set(key).expect(200);
      return body.data as Link;
    };
    const [one, two] = [await again(), await again()];
    expect(tokenIn(one.url)).not.toBe(tokenIn(two.url));
    await open(two.url).expect(200);
    const made = (await auditOf(api, id)).filter(({ action }) => action === 'files.read');
    expect(made).toEqual(
      [one, two].map(({ expires_at }) =>
        expect.objectContaining({
          action: 'files.read',
          resource_type: 'file',
          changes: [{ path: 'download_until', before: null, after: expires_at }],
        }),
      ),
    );
    const kept = JSON.stringify([
      await rows('SELECT * FROM audit_logs'),
      await rows('SELECT * FROM idempotency_keys'),
      await rows('SELECT * FROM outbox_messages'),
      await rows('SELECT claims, encode(token_hash, $1) FROM download_links', ['escape']),
    ]);
    for (const { url } of [one, two]) expect(kept).not.toContain(tokenIn(url).slice(10));
    for (const path of [members(), `${AUDIT}?format=ndjson`]) await linkTo(path);
    const { body } = await owner.get('audit/logs?page_size=2').expect(200);
    expect(body.data.items).toMatchObject([
      { resource_type: 'audit_log', resource_id: null, action: 'audit.export' },
      { resource_type: 'member', resource_id: null, action: 'members.export', app_id: appId },
    ]);
  });

  it('stay in their tenant, and with somebody of the platform, who is recorded as for any download there', async () => {
    const tenant = await aTenant(api);
    const there = await upload(tenant.owner.client, 'there');
    const platform = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    const { url } = await linkTo(`files/${there}/content`, platform);
    const own = await linkTo(fileContent());
    await expectGone(pathOf(own.url).replace(fileId, there));
    await expectGone(pathOf(url).replace(there, fileId));
    expectProblem(await tenant.owner.client.post(`${fileContent()}/download-link`), 404, 'RESOURCE.NOT_FOUND');
    // Whatever the header says, which no browser sends.
    expect(textOf(await open(url, { 'X-Tenant-ID': api.tenantId }).expect(200))).toBe('there');
    const records = await eventually(async () => {
      const found = await rows(
        `SELECT action, outcome, route, resource_id, actor_type FROM audit_logs WHERE tenant_id = $1 AND method = 'GET'`,
        [tenant.id],
      );
      return found.length > 0 && found;
    });
    expect(records).toEqual([
      {
        ...{ action: 'files.read', outcome: 'success', actor_type: 'user' },
        ...{ route: '/admin-api/v1/files/{id}/content', resource_id: there },
      },
    ]);
    // Without the permission to be there, it is not opened any more.
    const code = `away-${newId()}`;
    await owner.post('roles', { code, name: 'Away', permissions: ['files.read', 'tenants.access'] }).expect(201);
    const visitor = await anAdmin(api, [code]);
    const visiting = await linkTo(
      `files/${there}/content`,
      adminClient(api, visitor.token, { 'X-Tenant-ID': tenant.id }),
    );
    const { body } = await owner.get(`roles/${code}`).expect(200);
    const permissions = ['files.read'];
    await owner.patch(`roles/${code}`, { permissions, lock_version: body.data.lock_version }).expect(200);
    expectProblem(await open(visiting.url), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    // Those of the tenant itself leave no record when they are opened, as no download does there.
    await open((await linkTo(`files/${there}/content`, tenant.owner.client)).url).expect(200);
  });

  it('of an API client end with it', async () => {
    const clients = apiClients(owner);
    const client = await clients.create({ scopes: ['files.read'] });
    const program = adminClient(api, await tokenOf(api, client));
    await open((await linkTo(fileContent(), program)).url).expect(200);
    const { url } = await linkTo(fileContent(), program);
    await rows(`UPDATE api_clients SET status = 'disabled' WHERE id = $1`, [client.id]);
    expect(await isSoOnceAnnounced(async () => (await api.http.head(pathOf(url))).status === 404)).toBe(true);
  });

  it('are made by whoever may, and by nobody else', async () => {
    await (await asRoles(api, 'auditor')).post(`${fileContent()}/download-link`).expect(200);
    await (await asRoles(api, 'auditor')).post(`${members()}/download-link`).expect(403);
    await adminClient(api).post(`${fileContent()}/download-link`).expect(401);
  });
});
