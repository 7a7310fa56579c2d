import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from 'canvas';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs, testPostgres } from '../../support/database';
import { zip } from '../../support/zip';
import { adminClient, asOwner, asRoles, signInAdmin, type AdminClient } from '../support/admin';

interface AdminFile {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A unique picture. */
function png(width = 64, height = 64): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgb(${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join()})`;
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
}

const wgt = (version = '1.4.0') =>
  zip([{ name: 'manifest.json', content: JSON.stringify({ version: { name: version } }) }]);

describe('Files', () => {
  // Contents are addressed by their hash, so suites must not share a storage.
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-files-'));
  // The api makes it for the first content.
  mkdirSync(join(directory, 'files'));
  let api: TestApi;
  let owner: AdminClient;
  let token: string;

  beforeAll(async () => {
    copyFileSync(join(testPostgres().directory, 'keys.json'), join(directory, 'keys.json'));
    api = await startTestApi({
      DATA_DIR: directory,
      FILE_PACKAGE_MAX_BYTES: '3000000',
      FILE_ATTACHMENT_MAX_BYTES: '200000',
    });
    owner = await asOwner(api);
    token = (await signInAdmin(api)).access_token;
  });
  afterAll(async () => {
    await api.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const send = (content: Buffer, fields: Readonly<Record<string, string>>, filename = 'file.png', client = owner) => {
    const request = client.postForm('files');
    for (const [name, value] of Object.entries(fields)) void request.field(name, value);
    return request.attach('file', content, filename);
  };
  /** A package is of an App, other files need not be. */
  const fieldsOf = (purpose: string): Record<string, string> =>
    purpose === 'release_package' ? { purpose, app_id: api.appId } : { purpose };
  const upload = async (content: Buffer, purpose: string, filename?: string) =>
    (await send(content, fieldsOf(purpose), filename).expect(201)).body.data as AdminFile;
  const left = () => {
    const files = join(directory, 'files');
    return readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  };

  describe('POST files', () => {
    it('keeps an image byte for byte and says what it is', async () => {
      const content = png(120, 80);
      const { body } = await send(content, { purpose: 'app_icon', app_id: api.appId }, 'My icon.jpg').expect(201);
      expect(body.data).toEqual({
        id: expect.any(String),
        purpose: 'app_icon',
        app_id: api.appId,
        filename: 'My icon.jpg',
        media_type: 'image/png',
        size_bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        image: { width: 120, height: 80 },
        scan_status: 'clean',
        scan_detail: expect.stringMatching(/\S/),
        scan_code: 'built_in_checks',
        detected_version: null,
        created_by: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
        in_use: false,
      });
    });

    it('reads the version of a wgt package', async () => {
      const file = await upload(wgt('2.0.1'), 'release_package', 'app.wgt');
      expect(file).toMatchObject({ detected_version: '2.0.1', image: null, scan_status: 'clean' });
    });

    it('accepts a package only for an App: 422 without app_id, in whatever order the form comes', async () => {
      const before = left();
      for (const form of [
        owner.postForm('files').field('purpose', 'release_package').attach('file', wgt(), 'app.wgt'),
        owner.postForm('files').attach('file', wgt(), 'app.wgt').field('purpose', 'release_package'),
      ]) {
        const { body } = await form.expect(422);
        expect([body.code, body.errors]).toEqual([
          'REQUEST.VALIDATION_FAILED',
          [expect.objectContaining({ field: 'app_id', code: 'required' })],
        ]);
      }
      expect(left()).toBe(before);
      const later = owner.postForm('files').attach('file', wgt(), 'app.wgt').field('app_id', api.appId);
      await later.field('purpose', 'release_package').expect(201);
    });

    it('accepts any attachment', async () => {
      await upload(Buffer.from('just words'), 'attachment', 'notes.txt');
    });

    it.each<[string, () => Buffer, string, string]>([
      ['text as an image', () => Buffer.from('no image'), 'app_icon', 'x.png'],
      ['a truncated image', () => png(300, 300).subarray(0, 200), 'app_icon', 'x.png'],
      ['an image as a package', () => png(), 'release_package', 'x.wgt'],
      ['a package without its manifest', () => zip([{ name: 'readme.txt', content: 'x' }]), 'release_package', 'x.wgt'],
      ['nothing', () => Buffer.alloc(0), 'attachment', 'x'],
    ])('refuses %s', async (_what, content, purpose, filename) => {
      const before = left();
      const { body } = await send(content(), fieldsOf(purpose), filename).expect(422);
      expect(body.code).toBe('FILES.CONTENT.REFUSED');
      expect(left()).toBe(before);
    });

    it.each<[string, () => Buffer]>([
      [
        'a path out of the archive',
        () =>
          zip([
            { name: 'manifest.json', content: '{}' },
            { name: '../../etc/passwd', content: 'x' },
          ]),
      ],
      [
        'a link',
        () =>
          zip([
            { name: 'manifest.json', content: '{}' },
            { name: 'link', content: '/etc/passwd', mode: 0o120777 },
          ]),
      ],
      [
        'a bomb',
        () =>
          zip([
            { name: 'manifest.json', content: '{}' },
            { name: 'zeros', content: Buffer.alloc(2_000_000) },
          ]),
      ],
    ])('marks %s as infected', async (_what, content) => {
      const file = await upload(content(), 'release_package', 'x.wgt');
      expect(file['scan_status']).toBe('infected');
      const { body } = await owner.get(`files/${file.id}/content`).expect(409);
      expect(body.code).toBe('FILES.NOT_CLEAN');
    });

    it('refuses files larger than their purpose allows, in any order of the form', async () => {
      const before = left();
      const large = Buffer.alloc(200_001, 1);
      const { body } = await send(large, { purpose: 'attachment' }, 'x.bin').expect(413);
      expect(body).toMatchObject({ code: 'FILES.CONTENT.TOO_LARGE', max_bytes: 200_000 });
      await owner.postForm('files').attach('file', large, 'x.bin').field('purpose', 'attachment').expect(413);
      expect(left()).toBe(before);
    });

    it.each<[string, Readonly<Record<string, string>>, string]>([
      ['no purpose', {}, 'purpose'],
      ['an unknown purpose', { purpose: 'avatar' }, 'purpose'],
      ['what is no App', { purpose: 'attachment', app_id: 'x' }, 'app_id'],
      ['an unknown App', { purpose: 'attachment', app_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff' }, 'app_id'],
      ['another field', { purpose: 'attachment', folder: 'x' }, 'folder'],
    ])('refuses %s', async (_what, fields, field) => {
      const before = left();
      const { body } = await send(Buffer.from('x'), fields, 'x.txt').expect(422);
      expect(body.errors).toEqual([expect.objectContaining({ field })]);
      expect(left()).toBe(before);
    });

    it('needs a form with one file', async () => {
      await owner.post('files', { purpose: 'attachment' }).expect(415);
      expect((await owner.postForm('files').field('purpose', 'attachment').expect(422)).body.errors).toEqual([
        expect.objectContaining({ field: 'file', code: 'required' }),
      ]);
    });

    it('leaves nothing of an upload that breaks off', async () => {
      const before = left();
      const client = httpRequest(`${api.url}/admin-api/v1/files`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=b' },
      });
      client.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => client.once('close', resolve));
      client.write('--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nrelease_package\r\n');
      client.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x.wgt"\r\n\r\n');
      client.write(Buffer.alloc(500_000, 7));
      await eventually(() => Promise.resolve(left() > before));
      client.destroy();
      await closed;
      await eventually(async () => {
        const uploads = await queryAs(api.urls.superuserUrl, 'SELECT 1 FROM file_uploads');
        return left() === before && uploads.length === 0;
      });
    });
  });

  it('are listed, searched and filtered, newest first', async () => {
    const one = await upload(png(), 'onboarding_image', 'first_100%.png');
    const two = await upload(png(), 'onboarding_image', 'second.png');
    const list = async (query: string) =>
      (await owner.get(`files?${query}`).expect(200)).body.data as { items: AdminFile[]; total: number };
    expect((await list('purpose=onboarding_image')).items.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect((await list('q=_100%25')).items.map(({ id }) => id)).toEqual([one.id]);
    expect((await list('q=FIRST')).total).toBe(1);
    expect((await list('scan_status=pending')).total).toBe(0);
    expect((await list(`app_id=${api.appId}`)).items.every((file) => file['app_id'] === api.appId)).toBe(true);
    await owner.get('files?purpose=avatar').expect(422);
    await owner.get('files?scan_status=x').expect(422);
  });

  describe('GET files/{id}/content', () => {
    const bytes = Buffer.from('0123456789');
    let id: string;
    beforeAll(async () => {
      id = (await upload(bytes, 'attachment', 'dígits "x".html')).id;
    });
    const get = (range?: string) => {
      const request = owner.get(`files/${id}/content`).buffer(true);
      return range === undefined ? request : request.set('Range', range);
    };

    it('is a download, never a page', async () => {
      const { headers, body, text } = await get().expect(200);
      expect(text ?? (body as Buffer).toString()).toBe('0123456789');
      expect(headers['content-disposition']).toMatch(/^attachment; filename="/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['accept-ranges']).toBe('bytes');
      expect(headers['content-length']).toBe('10');
    });

    it.each([
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=5-500', '56789', 'bytes 5-9/10'],
    ])('answers %s', async (range, content, told) => {
      const { headers, body, text } = await get(range).expect(206);
      expect(text ?? (body as Buffer).toString()).toBe(content);
      expect(headers['content-range']).toBe(told);
    });

    it('ignores anything but a single range and refuses one beyond the end', async () => {
      await get('bytes=0-1,4-5').expect(200);
      await get('lines=1-2').expect(200);
      expect((await get('bytes=10-').expect(416)).body.code).toBe('REQUEST.RANGE_NOT_SATISFIABLE');
    });
  });

  it('are scanned again on demand', async () => {
    const { id } = await upload(png(), 'app_icon');
    const { body } = await owner.post(`files/${id}/rescan`).expect(200);
    expect(body.data).toMatchObject({ id, scan_status: 'clean' });
  });

  it('are deleted, with their content, unless they are in use', async () => {
    const content = png();
    const [one, two] = [await upload(content, 'app_icon'), await upload(content, 'app_icon')];
    const before = left();
    await owner.delete(`files/${one.id}`).expect(200, { data: { deleted: true, id: one.id } });
    await owner.get(`files/${one.id}`).expect(404);
    await owner.get(`files/${two.id}/content`).expect(200);
    const app = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as { lock_version: number };
    const used = await owner
      .patch(`apps/${api.appId}`, { icon_file_id: two.id, lock_version: app.lock_version })
      .expect(200);
    expect((await owner.get(`files/${two.id}`).expect(200)).body.data.in_use).toBe(true);
    expect((await owner.delete(`files/${two.id}`).expect(409)).body.code).toBe('FILES.IN_USE');
    const { lock_version } = used.body.data as { lock_version: number };
    await owner.patch(`apps/${api.appId}`, { icon_file_id: null, lock_version }).expect(200);
    await owner.delete(`files/${two.id}`).expect(200);
    await eventually(() => Promise.resolve(left() === before - 1));
  });

  it('are recorded', async () => {
    const { id } = await upload(png(), 'content_image', 'recorded.png');
    const { body } = await owner.get(`audit/logs?resource_type=file&resource_id=${id}`).expect(200);
    expect(body.data.items).toEqual([
      expect.objectContaining({
        action: 'files.write',
        outcome: 'success',
        method: 'POST',
        route: '/admin-api/v1/files',
      }),
    ]);
  });

  it('of another tenant do not exist', async () => {
    const { id } = await upload(png(), 'app_icon');
    const tenantId = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9aa';
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, 'other', 'Other', 'active', false)`,
      [tenantId],
    );
    const there = adminClient(api, token, { 'X-Tenant-ID': tenantId });
    await there.get(`files/${id}`).expect(404);
    await there.get(`files/${id}/content`).expect(404);
    await there.post(`files/${id}/rescan`).expect(404);
    await there.delete(`files/${id}`).expect(404);
    expect((await there.get('files').expect(200)).body.data.total).toBe(0);
  });

  it('are refused before they are read, without the permission to upload', async () => {
    const before = left();
    const auditor = await asRoles(api, 'auditor');
    expect((await send(png(), { purpose: 'app_icon' }, 'x.png', auditor).expect(403)).body.code).toBe(
      'IAM.PERMISSION.DENIED',
    );
    expect(left()).toBe(before);
  });
});
