import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { releaseClient } from '../admin/support/releases';
import { suiteOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { aDeviceKey } from '../support/api';
import { suiteApi } from '../support/suite';
import { zip } from '../support/zip';
import { apiClients, type NewApiClient } from './support/clients';

const SCRIPT = 'docs/release.sh';
const SCOPES = ['files.read', 'files.write', 'releases.read', 'releases.write', 'releases.publish'];

const run = promisify(execFile);

describe('docs/release.sh, by which a build server releases an App as an API client,', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-release-'));
  const api = suiteApi();
  const owner = suiteOwner(api);
  let client: NewApiClient;
  // A name with what shells and curl could take for something else.
  const file = join(directory, "tea & books; it's 1.2.wgt");

  beforeAll(async () => {
    const manifest = JSON.stringify({ version: { name: '1.2.10' } });
    writeFileSync(file, zip([{ name: 'manifest.json', content: manifest }]));
    client = await apiClients(owner).create({ name: 'Build server', scopes: SCOPES, app_ids: [api.appId] });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const script = async (args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await run('sh', [SCRIPT, ...args], {
      env: {
        PATH: process.env['PATH'],
        APPKERNEL_URL: api.url,
        APPKERNEL_APP: api.appId,
        APPKERNEL_CLIENT_ID: client.client_id,
        APPKERNEL_CLIENT_SECRET: client.client_secret,
        RELEASE_TITLE: '{ "zh-CN": "更新", "en-US": "Update" }',
        RELEASE_NOTES: '{ "zh-CN": "更快", "en-US": "Faster" }',
        ...environment,
      },
    });
    return stdout.trim();
  };
  const publish = ['publish', file, 'android', 'wgt', '1.2.10', '120', '0.01'];
  const releases = () => releaseClient(owner, `apps/${api.appId}/mobile/releases`);

  it('uploads, publishes and rolls out', async () => {
    const id = await script(publish);
    const published = await releases().read(id);
    expect(published).toMatchObject({
      publish_status: 'online',
      version_name: '1.2.10',
      rollout_percent: 0.01,
      file: { filename: "tea & books; it's 1.2.wgt" },
      created_by: client.id,
    });
    const policy = () =>
      api.http
        .get('/api/v1/public/app-version?platform=android&package_type=wgt&version_code=1')
        .set({ 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() });
    await policy().expect(503);
    await script(['rollout', id, '100']);
    const { body } = await policy().expect(200);
    expect(body.data).toMatchObject({ version_code: 120, update_available: true, title: '更新' });
    await api.http.get(new URL(body.data.package.url as string, api.url).href.slice(api.url.length)).expect(200);
  });

  it('is recorded as what the client did', async () => {
    const { body } = await owner.get(`audit/logs?actor_id=${client.id}`).expect(200);
    const records = body.data.items as { actor: object; action: string; outcome: string; app_id: string }[];
    expect(records.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'releases.publish success',
      'releases.publish success',
      'releases.write success',
      'files.write success',
    ]);
    for (const { actor, app_id } of records) {
      expect([actor, app_id]).toEqual([{ type: 'api_client', id: client.id, display: 'Build server' }, api.appId]);
    }
  });

  it('says what was refused, and stops there', async () => {
    const refusal = async (args: readonly string[], environment?: NodeJS.ProcessEnv) => {
      const error = await script(args, environment).then(
        () => null,
        (failed: { code: number; stderr: string }) => failed,
      );
      expect(error?.code).toBe(1);
      expect(error?.stderr).not.toContain(client.client_secret);
      return error?.stderr;
    };
    expect(await refusal(publish)).toContain('RELEASES.VERSION.DUPLICATE');
    const elsewhere = await aManagedApp(owner);
    expect(await refusal(publish, { APPKERNEL_APP: elsewhere.id })).toContain('RESOURCE.NOT_FOUND');
    expect(await refusal(publish, { APPKERNEL_CLIENT_SECRET: 'aks_wrong' })).toContain('invalid_client');
    expect(await refusal([])).toContain('release.sh publish|rollout');
    expect(await refusal([...publish.slice(0, 5), '1, "x": 2', '1'])).toContain('Letters, digits');
  });
});
