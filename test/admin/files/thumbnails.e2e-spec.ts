import { FileStorage } from '@libs/files';
import { newId } from '@libs/kernel';
import { ImageDecoder } from '../../../libs/files/src/infrastructure/images/image-decoder';
import { expectProblem, reasons } from '../../http/support/problem';
import { eventually, startTestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { cornered, seen } from '../../support/images';
import { suiteApi } from '../../support/suite';
import { adminClient, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { uploadedPicture } from '../support/pictures';
import { aPackage } from '../support/releases';
import { aTenant } from '../support/tenants';

describe('GET files/{id}/thumbnail', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const thumbnail = (id: string, width: number | string = 64, client = owner) =>
    client.get(`files/${id}/thumbnail?width=${width}`).buffer(true);
  const uploaded = async (content: Buffer, purpose = 'content_image') => {
    const { body } = await owner.postForm('files').field({ purpose }).attach('file', content, 'a.png').expect(201);
    return body.data.id as string;
  };
  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);

  it('is the picture as a WebP of that width, for this client and for a year', async () => {
    const id = await uploaded(await cornered('png', 800, 600));
    for (const [width, height] of [
      [64, 48],
      [320, 240],
    ] as const) {
      const { body, headers } = await thumbnail(id, width).expect(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-length': String((body as Buffer).length),
      });
      expect(await seen(body as Buffer)).toMatchObject({ width, height });
      const head = await owner.get(`files/${id}/thumbnail?width=${width}`).set('If-None-Match', headers['etag']!);
      expect([head.status, head.headers['cache-control']]).toEqual([304, headers['cache-control']]);
    }
  });

  it('is never larger than the picture', async () => {
    const id = await uploadedPicture(owner, {}, 40, 30);
    expect(await seen((await thumbnail(id, 320).expect(200)).body as Buffer)).toMatchObject({ width: 40, height: 30 });
  });

  it('does not exist for what is no picture, is not clean or is not there', async () => {
    const clean = await uploadedPicture(owner);
    const others = [
      await aPackage(api, null, { purpose: 'attachment' }),
      await uploaded(await cornered('png'), 'attachment'),
      await uploadedPicture(owner),
      await uploadedPicture(owner),
      newId(),
      'x',
    ];
    await rows(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [others[2]]);
    await rows(`UPDATE files SET scan_status = 'pending' WHERE id = $1`, [others[3]]);
    for (const id of others) {
      const refused = await owner.get(`files/${id}/thumbnail?width=64`);
      expectProblem(refused, 404, 'RESOURCE.NOT_FOUND');
      expect([refused.headers['cache-control'], refused.headers['etag']]).toEqual(['no-store', undefined]);
    }
    await thumbnail(clean).expect(200);
    // It was made, but its file is not clean any more.
    await rows(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [clean]);
    await thumbnail(clean).expect(404);
  });

  it.each([
    ['', ['width required']],
    ['?width=', ['width not_allowed']],
    ['?width=100', ['width not_allowed']],
    ['?width=064', []],
    ['?width=64&width=320', ['width repeated']],
    ['?width=64&height=64', ['height unknown_parameter']],
  ])('has the two widths alone: %s', async (query, expected) => {
    const answer = await owner.get(`files/${await uploadedPicture(owner)}/thumbnail${query}`);
    if (expected.length === 0) expect(answer.status).toBe(200);
    else expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(expected);
  });

  it('is of the own tenant, and needs the permission to see files', async () => {
    const id = await uploadedPicture(owner);
    const tenant = await aTenant(api);
    await thumbnail(id, 64, tenant.owner.client).expect(404);
    await thumbnail(id, 64, await asRoles(api, 'notification_operator')).expect(403);
    await thumbnail(id, 64, adminClient(api)).expect(401);
    await thumbnail(id, 64, await asRoles(api, 'auditor')).expect(200);
  });

  it('is made once, however many ask at the same time on two servers, and counted in no quota', async () => {
    const other = await startTestApi({}, api.urls);
    try {
      const elsewhere = adminClient(other, (await signInAdmin(other)).access_token);
      const made = [api, other].map((one) => jest.spyOn(one.get(ImageDecoder), 'thumbnail'));
      const usage = () => rows('SELECT used_bytes FROM storage_usages WHERE tenant_id = $1', [api.tenantId]);
      const id = await uploaded(await cornered('jpeg', 1_000, 1_000));
      const used = await usage();
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => thumbnail(id, 320, index % 2 === 0 ? owner : elsewhere)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
      expect(made.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1);
      expect(await usage()).toEqual(used);
      const [kept] = await rows<{ storage_key: string }>('SELECT storage_key FROM file_thumbnails WHERE file_id = $1', [
        id,
      ]);
      const isStored = () => api.get(FileStorage).exists(kept!.storage_key);
      expect(await isStored()).toBe(true);
      await owner.delete(`files/${id}`).expect(200);
      await thumbnail(id, 320).expect(404);
      expect(await rows('SELECT FROM file_thumbnails WHERE file_id = $1', [id])).toEqual([]);
      await eventually(async () => !(await isStored()));
    } finally {
      jest.restoreAllMocks();
      await other.close();
    }
  });
});
