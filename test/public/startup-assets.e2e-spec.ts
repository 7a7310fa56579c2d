import { createCanvas } from 'canvas';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { suiteOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';

const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('GET /api/v1/public/startup-assets/{file_id}', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let appId: string;
  let icon: string;
  const images: string[] = [];

  const upload = async (purpose: string, color: string) => {
    const canvas = createCanvas(32, 32);
    canvas.getContext('2d').fillStyle = color;
    canvas.getContext('2d').fillRect(0, 0, 32, 32);
    const { body } = await owner
      .postForm('files')
      .field('purpose', purpose)
      .attach('file', canvas.toBuffer('image/webp'), 'image.webp')
      .expect(201);
    return body.data.id as string;
  };
  const patch = async (changes: object) => {
    const { body } = await owner.get(`apps/${appId}`).expect(200);
    await owner.patch(`apps/${appId}`, { lock_version: body.data.lock_version as number, ...changes }).expect(200);
  };
  const publish = async (expected_version: number, ...files: string[]) => {
    const text = { 'zh-CN': '欢迎' };
    const slides = files.map((image_file_id) => ({ image_file_id, title: text, description: text }));
    await owner
      .post(`apps/${appId}/startup/onboarding/publish`, { expected_version, enabled: true, slides })
      .expect(200);
  };
  const get = (fileId: string, { query = `?app_id=${appId}`, header }: { query?: string; header?: string } = {}) => {
    const request = api.http.get(`/api/v1/public/startup-assets/${fileId}${query}`);
    return header === undefined ? request : request.set('X-AppID', header);
  };

  beforeAll(async () => {
    icon = await upload('app_icon', 'red');
    for (const color of ['green', 'blue']) images.push(await upload('onboarding_image', color));
  });
  beforeEach(async () => {
    ({ id: appId } = await aManagedApp(owner));
    await patch({ icon_file_id: icon });
    await publish(0, images[0]!);
    await eventually(async () => (await get(images[0]!)).status === 200);
  });

  it('serves the icon and the images of the published onboarding, for ever', async () => {
    for (const id of [icon, images[0]!]) {
      const { body, headers } = await get(id).expect(200);
      expect((body as Buffer).subarray(8, 12).toString()).toBe('WEBP');
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'x-app-onboarding-version': '1',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      });
      const again = await get(id).set('If-None-Match', String(headers['etag'])).expect(304);
      expect(again.headers['etag']).toBe(headers['etag']);
    }
  });

  it('is served at the URLs of the public configuration', async () => {
    const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', appId).expect(200);
    const { app, onboarding } = body.data as {
      app: { icon_url: string };
      onboarding: { slides: { image_url: string }[] };
    };
    for (const url of [app.icon_url, onboarding.slides[0]!.image_url]) {
      const { pathname, search } = new URL(url);
      await api.http.get(pathname + search).expect(200);
    }
  });

  it('accepts the App in the query, the header or both', async () => {
    await get(icon, { query: '', header: appId }).expect(200);
    await get(icon, { header: appId.toUpperCase() }).expect(200);
  });

  it.each<[string, { query?: string; header?: string }]>([
    ['no App', { query: '' }],
    ['an unknown App', { query: `?app_id=${NOBODY}` }],
    ['a malformed App', { query: '?app_id=x' }],
    ['two Apps that differ', { header: NOBODY }],
    ['a malformed header', { header: 'x' }],
  ])('is 404 with %s', async (_what, named) => {
    const { body, headers } = await get(icon, named).expect(404);
    expect(body.code).toBe('RESOURCE.NOT_FOUND');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is 404 for files that are not shown, are unknown or are no ids', async () => {
    await get(images[1]!).expect(404);
    await get(NOBODY).expect(404);
    await get('icon.png').expect(404);
  });

  it('is 404 for an image that was found infected since', async () => {
    const other = await upload('app_icon', 'yellow');
    await patch({ icon_file_id: other });
    await get(other).expect(200);
    await queryAs(api.urls.superuserUrl, `UPDATE files SET scan_status = 'infected' WHERE id = $1`, [other]);
    await eventually(async () => (await get(other)).status === 404);
  });

  it('is 404 for an image of an older revision, from the publication on', async () => {
    await publish(1, images[1]!);
    await eventually(async () => (await get(images[1]!)).status === 200);
    const { headers } = await get(images[1]!).expect(200);
    expect(headers['x-app-onboarding-version']).toBe('2');
    await get(images[0]!).expect(404);
  });

  it('is 404 while the App is disabled', async () => {
    const change = async (action: string) => {
      const { body } = await owner.get(`apps/${appId}`).expect(200);
      await owner.post(`apps/${appId}/${action}`, { lock_version: body.data.lock_version as number }).expect(200);
    };
    await change('disable');
    await eventually(async () => (await get(icon)).status === 404);
    await change('enable');
    await eventually(async () => (await get(icon)).status === 200);
  });
});
