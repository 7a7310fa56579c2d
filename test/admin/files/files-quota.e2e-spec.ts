import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { newId } from '@libs/kernel';
import { type TestApi } from '../../support/api';
import { change } from '../../http/support/apps';
import { expectProblem } from '../../http/support/problem';
import { type OwnStorage, startApiWithStorage } from '../../mobile/support/avatars';
import { signInAdmin } from '../support/admin';
import { aTenant, type OwnedTenant } from '../support/tenants';

const QUOTA = 1_000_000;

describe('The storage quota', () => {
  let api: TestApi;
  let storage: OwnStorage;
  /** Of each test its own, with nothing stored. */
  let tenant: OwnedTenant;

  beforeAll(async () => {
    ({ api, storage } = await startApiWithStorage());
  });
  beforeEach(async () => {
    tenant = await aTenant(api);
    await change(
      api,
      `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, 'tenant', $2, 'files.quota_bytes', $3, 'number', false, false, 'active')`,
      [newId(), tenant.id, String(QUOTA)],
    );
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  const upload = (bytes: number) =>
    tenant.owner.client
      .postForm('files')
      .field('purpose', 'attachment')
      .attach('file', Buffer.alloc(bytes, 1), 'x.bin');

  it('answers 413 to uploads that do not fit, leaving nothing, until something is deleted', async () => {
    const { id } = (await upload(900_000).expect(201)).body.data as { id: string };
    const before = storage.left();
    const refused = await upload(100_001);
    expect(expectProblem(refused, 413, 'FILES.QUOTA.EXCEEDED', ['quota_bytes'])).toMatchObject({ quota_bytes: QUOTA });
    expect(storage.left()).toBe(before);
    await tenant.owner.client.delete(`files/${id}`).expect(200);
    const { id: second } = (await upload(100_001).expect(201)).body.data as { id: string };
    await tenant.owner.client.delete(`files/${second}`).expect(200);
  });

  it('answers before the content has come where its length is announced', async () => {
    const { access_token } = await signInAdmin(api, { ...tenant.owner, tenant: tenant.code });
    const request = httpRequest(`${api.url}/admin-api/v1/files`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${access_token}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': '400000000',
      },
    });
    request.on('error', () => undefined);
    request.write('--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nrelease_package\r\n');
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x.wgt"\r\n\r\n');
    request.write(Buffer.alloc(1_000));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, await json(response)]).toEqual([
      413,
      expect.objectContaining({ code: 'FILES.QUOTA.EXCEEDED', quota_bytes: QUOTA }),
    ]);
    request.destroy();
    await once(request, 'close');
  });

  it('is not exceeded by uploads at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await upload(300_000)).status));
    expect(statuses.sort()).toEqual([201, 201, 201, 413, 413, 413, 413, 413]);
  });
});
