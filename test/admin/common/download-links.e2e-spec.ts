import { createHash, randomBytes } from 'node:crypto';
import { Sweeps } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember } from '../../mobile/support/journey';
import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { signInAdmin, suiteOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import {
  type DownloadLink,
  expectGone,
  linkTo,
  opened,
  pathOf,
  textOf,
  tokenIn,
  uploadedText,
} from '../support/download-links';
import { anApp } from '../support/pages';

describe('Links to downloads', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let other: TestApi;
  let appId: string;
  let fileId: string;

  const upload = (content: string) => uploadedText(owner, content);

  beforeAll(async () => {
    other = await startTestApi({}, api.urls);
    appId = await anApp(api);
    for (const name of ['Lin', 'Wei']) await aMember(api, { display_name: name }, appId);
    fileId = await upload('a text that is a file');
  });
  afterAll(() => other.close());

  const fileContent = () => `files/${fileId}/content`;
  const members = () => `apps/${appId}/members/export`;
  const AUDIT = 'audit/logs/export';
  const made = (path: string) => linkTo(owner, path);
  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);

  it.each([
    ['the content of a file', fileContent],
    ['the members of an App', members],
    ['the members that were asked for, as JSON', () => `${members()}?q=Lin%20&format=ndjson&status=active`],
    ['the audit log', () => `${AUDIT}?resource_type=file&q=it%27s+"no"|one`],
  ])('open %s once, without a bearer, as a download', async (_, path) => {
    const { url, expires_at } = await made(path());
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
    await expectGone(api, pathOf(url));
    await api.http.head(pathOf(url)).expect(404);
  });

  it('are for the path and the query for which they were made, and for nothing else', async () => {
    const { url } = await made(`${members()}?q=Lin&format=ndjson`);
    const another = await upload('another');
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
    for (const one of wrong) await expectGone(api, one);
    const file = await made(fileContent());
    await expectGone(api, pathOf(file.url).replace(fileId, another));
    // Neither has been used up.
    await opened(api, url).expect(200);
    await opened(api, file.url).expect(200);
    // The order of parameters and their spelling are those of the link.
    const spelt = await made(`${members()}?q=L%69n&format=csv`);
    await opened(api, spelt.url.replace('q=Lin', 'q=%4Cin')).expect(200);
  });

  it('that were made up, or for something else, do not even reach the database', async () => {
    const { url } = await made(fileContent());
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
        await expectGone(api, one);
      }
      expect(read).not.toHaveBeenCalled();
      await opened(api, url).expect(200);
      expect(read).toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });

  it('admit nobody where there are none', async () => {
    const token = tokenIn((await made(fileContent())).url);
    for (const path of [`files/${fileId}`, 'files', `files/${fileId}/thumbnail`]) {
      const answer = await api.http.get(`/admin-api/v1/${path}?width=64&download_token=${token}`);
      expect([path, answer.status]).toEqual([path, 401]);
    }
    await api.http.post(`/admin-api/v1/files/${fileId}/rescan?download_token=${token}`).expect(401);
    await api.http.post(`/admin-api/v1/${fileContent()}/download-link?download_token=${token}`).expect(401);
    // Beside a bearer it is the link that counts.
    const { access_token } = await signInAdmin(api);
    await expectGone(api, `/admin-api/v1/${fileContent()}?download_token=x`, {
      Authorization: `Bearer ${access_token}`,
    });
  });

  it('are opened by one of those who try at the same time, on whichever server', async () => {
    for (let round = 0; round < rounds(5); round++) {
      const { url } = await made(round % 2 === 0 ? fileContent() : members());
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => opened(index % 2 === 0 ? api : other, url)),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 404)]);
    }
  });

  it.each([
    ['a file', fileContent],
    ['an export', members],
  ])('give the whole of %s, or nothing: a Range is refused, and uses nothing up', async (_, path) => {
    const { url } = await made(path());
    for (const range of ['bytes=0-', 'bytes=2-4', 'bytes=-1', 'nonsense']) {
      expectProblem(await opened(api, url, { Range: range }), 416, 'REQUEST.RANGE_NOT_SATISFIABLE');
    }
    await api.http.head(pathOf(url)).set('Range', 'bytes=0-').expect(200);
    const { headers } = await opened(api, url).expect(200);
    expect(headers['accept-ranges'] ?? 'none').toBe('none');
  });

  it('end after a minute, and are then swept away', async () => {
    const { url } = await made(fileContent());
    await rows(`UPDATE download_links SET expires_at = now() - interval '1 millisecond'`);
    await expectGone(api, pathOf(url));
    const fresh = await made(fileContent());
    await api.get(Sweeps).run('iam.download_links', 10_000, 0);
    const left = await rows('SELECT token_hash FROM download_links');
    expect(left).toEqual([{ token_hash: createHash('sha256').update(tokenIn(fresh.url)).digest() }]);
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
    const infected = await upload('infected');
    const { url } = await made(`files/${infected}/content`);
    await rows(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [infected]);
    expectProblem(await owner.post(`files/${infected}/content/download-link`), 409, 'FILES.NOT_CLEAN');
    expectProblem(await opened(api, url), 409, 'FILES.NOT_CLEAN');
  });

  it('are recorded where they are made, without their token, which is kept nowhere', async () => {
    const id = await upload('recorded');
    const key = { 'Idempotency-Key': newId() };
    const again = async () => {
      const { body } = await owner.post(`files/${id}/content/download-link`).set(key).expect(200);
      return body.data as DownloadLink;
    };
    const [one, two] = [await again(), await again()];
    expect(tokenIn(one.url)).not.toBe(tokenIn(two.url));
    await opened(api, two.url).expect(200);
    const recorded = (await auditOf(api, id)).filter(({ action }) => action === 'files.read');
    expect(recorded).toEqual(
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
    for (const path of [members(), `${AUDIT}?format=ndjson`]) await made(path);
    const { body } = await owner.get('audit/logs?page_size=2').expect(200);
    expect(body.data.items).toMatchObject([
      { resource_type: 'audit_log', resource_id: null, action: 'audit.export' },
      { resource_type: 'member', resource_id: null, action: 'members.export', app_id: appId },
    ]);
  });
});
