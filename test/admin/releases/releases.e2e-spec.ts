import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp, anotherTenant, auditOf } from '../support/apps';
import { AN_ADMINISTRATOR } from '../support/authors';
import { aPackage, NEW_RELEASE, releaseClient, releaseEventsOf, type ReleaseAnswer } from '../support/releases';

const UNKNOWN = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Releases of an App', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;
  let releases: ReturnType<typeof releaseClient>;

  beforeEach(async () => {
    appId = (await aManagedApp(admin, { supported_locales: ['zh-CN', 'en-US'] })).id;
    path = `apps/${appId}/mobile/releases`;
    releases = releaseClient(admin, path);
  });

  const usages = (id: string) =>
    queryAs<{ file_id: string }>(
      api.urls.superuserUrl,
      `SELECT file_id FROM file_usages WHERE used_by_type = 'release' AND used_by_id = $1`,
      [id],
    );

  describe('created', () => {
    it('with the minimum, is a draft with the defaults', async () => {
      const { body } = await admin
        .post(path, { ...NEW_RELEASE, external_url: undefined, package_type: 'native_app' })
        .expect(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          app_id: appId,
          platform: 'android',
          package_type: 'native_app',
          target_platforms: ['android'],
          version_name: '1.2.10',
          version_code: 120,
          min_supported_version_code: null,
          min_native_version_code: null,
          upgrade_mode: 'recommended',
          rollout_percent: 100,
          rollout_paused: false,
          health_gate: null,
          required_runtime_version: null,
          runtime_match: 'any',
          title: NEW_RELEASE.title,
          release_notes: NEW_RELEASE.release_notes,
          file_id: null,
          file: null,
          external_url: null,
          store_links: [],
          publish_status: 'draft',
          published_platforms: [],
          fallback_platforms: [],
          first_published_at: null,
          published_at: null,
          created_by: expect.stringMatching(/^[0-9a-f-]{36}$/),
          download_count: 0,
          lock_version: 1,
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
          updated_by: AN_ADMINISTRATOR,
        },
      });
      expect(await releases.read(body.data.id as string)).toEqual(body.data);
    });

    it('with everything, stores everything, claims its package and emits an event', async () => {
      const file_id = await aPackage(api, appId);
      const everything = {
        ...NEW_RELEASE,
        target_platforms: ['ios', 'android', 'ios'],
        upgrade_mode: 'silent',
        min_supported_version_code: 100,
        min_native_version_code: 90,
        rollout_percent: 12.34,
        health_gate: { max_failure_percent: 5.5, min_reports: 50, window_minutes: 60, action: 'pause' },
        required_runtime_version: '4.29',
        runtime_match: 'minimum',
        file_id: file_id.toUpperCase(),
        store_links: [
          { name: 'Store', scheme: 'market://details?id=a', url: 'https://store.example.com/a' },
          { name: 'Other', scheme: 'other', url: 'other://a', priority: 7, enabled: false },
        ],
      };
      const { body } = await admin.post(path, everything).expect(201);
      const release = body.data as ReleaseAnswer;
      expect(release).toMatchObject({
        ...everything,
        target_platforms: ['ios', 'android'],
        file_id,
        file: { id: file_id, filename: 'shop.wgt', size_bytes: 100, sha256: 'b'.repeat(64) },
        store_links: [{ ...everything.store_links[0], priority: 0, enabled: true }, everything.store_links[1]],
      });
      expect(await usages(release.id)).toEqual([{ file_id }]);
      await admin.delete(`files/${file_id}`).expect(409);
      const [audited] = await auditOf(api, release.id);
      expect(audited).toMatchObject({
        action: 'releases.write',
        outcome: 'success',
        resource_type: 'release',
        app_id: appId,
      });
      expect(await releaseEventsOf(api, appId)).toMatchObject([
        {
          type: 'release.created',
          data: { release_id: release.id, app_id: appId, version_code: 120, target_platforms: ['ios', 'android'] },
        },
      ]);
    });

    it.each(['platform', 'package_type', 'version_name', 'version_code', 'upgrade_mode', 'title', 'release_notes'])(
      'needs %s',
      async (field) => {
        const answer = await admin.post(path, { ...NEW_RELEASE, [field]: undefined });
        expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
        expect(reasons(answer.body)).toEqual([`${field} required`]);
      },
    );

    it('accepts no lock_version', async () => {
      const answer = await admin.post(path, { ...NEW_RELEASE, lock_version: 1 });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['lock_version unknown_field']);
    });

    it('needs its own package: clean, for this purpose, of this App', async () => {
      const others = await aManagedApp(admin);
      const refused: [string, string][] = [
        [UNKNOWN, 'unknown_file'],
        [await aPackage(api, others.id), 'unknown_file'],
        [await aPackage(api, null), 'unknown_file'],
        [await aPackage(api, null, { tenantId: await anotherTenant(api) }), 'unknown_file'],
        [await aPackage(api, appId, { purpose: 'attachment' }), 'wrong_file_purpose'],
        [await aPackage(api, appId, { scanStatus: 'pending' }), 'file_not_clean'],
        [await aPackage(api, appId, { scanStatus: 'infected' }), 'file_not_clean'],
      ];
      const release = await releases.create();
      for (const [file_id, code] of refused) {
        const answers = [
          await admin.post(path, { ...NEW_RELEASE, file_id }),
          await admin.patch(`${path}/${release.id}`, { lock_version: 1, file_id }),
        ];
        for (const answer of answers) {
          expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
          expect(reasons(answer.body)).toEqual([`file_id ${code}`]);
        }
      }
      expect(await releases.read(release.id)).toEqual(release);
    });

    it('has a version_code of its own per App, platform and package type, which deletion frees', async () => {
      const { id } = await releases.create({ version_code: 5 });
      expectProblem(await admin.post(path, { ...NEW_RELEASE, version_code: 5 }), 422, 'RELEASES.VERSION.DUPLICATE');
      await releases.create({ version_code: 5, platform: 'ios' });
      await releases.create({ version_code: 5, package_type: 'native_app' });
      const other = await aManagedApp(admin);
      await releaseClient(admin, `apps/${other.id}/mobile/releases`).create({ version_code: 5 });
      const next = await releases.create({ version_code: 6 });
      const changed = await admin.patch(`${path}/${next.id}`, { lock_version: 1, version_code: 5 });
      expectProblem(changed, 422, 'RELEASES.VERSION.DUPLICATE');
      await admin.delete(`${path}/${id}`).expect(200);
      await admin.patch(`${path}/${next.id}`, { lock_version: 1, version_code: 5 }).expect(200);
    });
  });

  describe('listed', () => {
    const ids = async (query: string) => {
      const { body } = await admin.get(`${path}?${query}`).expect(200);
      return (body.data.items as ReleaseAnswer[]).map(({ id }) => id);
    };

    it('are the newest first, in pages that neither repeat nor skip', async () => {
      const made: string[] = [];
      for (let count = 0; count < 5; count++) made.unshift((await releases.create()).id);
      await queryAs(api.urls.superuserUrl, 'UPDATE releases SET created_at = now() WHERE app_id = $1', [appId]);
      const byId = made.sort().reverse();
      const pages = [await ids('page_size=2'), await ids('page_size=2&page=2'), await ids('page_size=2&page=3')];
      expect(pages).toEqual([byId.slice(0, 2), byId.slice(2, 4), byId.slice(4)]);
      const { body } = await admin.get(`${path}?page_size=2&page=9`).expect(200);
      expect(body.data).toEqual({ items: [], page: 9, page_size: 2, total: 5 });
    });

    it('are found by a part of version_name or of any title, whatever the case, wildcards taken literally', async () => {
      const beta = await releases.create({
        version_name: '2.0.0-Beta_1',
        title: { 'zh-CN': '夏季', 'en-US': '100% New' },
      });
      const plain = await releases.create({ version_name: '3.0.0' });
      expect(await ids('q=beta')).toEqual([beta.id]);
      expect(await ids('q=%20BETA_%20')).toEqual([beta.id]);
      expect(await ids(`q=${encodeURIComponent('夏')}`)).toEqual([beta.id]);
      expect(await ids('q=100%25')).toEqual([beta.id]);
      expect(await ids('q=%25')).toEqual([beta.id]);
      expect(await ids('q=_')).toEqual([beta.id]);
      expect(await ids('q=%5C')).toEqual([]);
      expect(await ids('q=UPDATE')).toEqual([plain.id]);
      expect(await ids('q=zh-CN')).toEqual([]);
      expect(await ids('q=')).toEqual([plain.id, beta.id]);
    });

    it('are told apart by platform, package type and status', async () => {
      const draft = await releases.create({ platform: 'ios' });
      const offline = await releases.create({ platform: 'harmony', package_type: 'native_app' });
      await releases.publish(offline.id);
      await releases.unpublish(offline.id);
      const partial = await releases.create({ target_platforms: ['android', 'ios'] });
      await releases.publish(partial.id);
      const online = await releases.create();
      await releases.publish(online.id);
      expect(await ids('publish_status=draft')).toEqual([draft.id]);
      expect(await ids('publish_status=offline')).toEqual([offline.id]);
      expect(await ids('publish_status=partial')).toEqual([partial.id]);
      expect(await ids('publish_status=online')).toEqual([online.id]);
      expect(await ids('platform=harmony')).toEqual([offline.id]);
      expect(await ids('package_type=native_app')).toEqual([offline.id]);
      expect(await ids('package_type=wgt&platform=android&publish_status=online&q=1.2')).toEqual([online.id]);
      expect(await ids('package_type=native_app&publish_status=online')).toEqual([]);
    });

    it.each([
      ['platform=windows', 'platform not_allowed'],
      ['package_type=apk', 'package_type not_allowed'],
      ['publish_status=published', 'publish_status not_allowed'],
      ['page=0', 'page out_of_range'],
      ['page_size=101', 'page_size out_of_range'],
      [`q=${'a'.repeat(161)}`, 'q too_long'],
    ])('refuses %s', async (query, reason) => {
      const answer = await admin.get(`${path}?${query}`);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });

    it('count their downloads', async () => {
      const { id } = await releases.create();
      await queryAs(
        api.urls.superuserUrl,
        `INSERT INTO release_downloads (tenant_id, release_id, day, count)
         VALUES ($1, $2, '2026-11-21', 5000000000), ($1, $2, '2026-11-22', 2)`,
        [api.tenantId, id],
      );
      expect((await releases.read(id))['download_count']).toBe(5_000_000_002);
      const { body } = await admin.get(path).expect(200);
      expect(body.data.items[0].download_count).toBe(5_000_000_002);
    });
  });
});
