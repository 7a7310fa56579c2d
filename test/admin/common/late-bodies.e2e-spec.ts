import { FileUploads } from '../../../apps/api/src/admin/files/file-uploads';
import type { ApiRequest } from '../../../apps/api/src/http/request/request';
import { AvatarUploads } from '../../../apps/api/src/mobile/me/avatar-uploads';
import { eventually, type TestApi } from '../../support/api';
import { Logger } from '@libs/foundation';
import { aPicture } from '../../support/images';
import { formPieces, sendLate } from '../../support/late-body';
import { startApiWithStorage, type OwnStorage } from '../../mobile/support/avatars';
import { someone } from '../../mobile/support/me';
import { adminClient, type AdminClient, signInAdmin } from '../support/admin';

const BOUNDARY = 'late';
const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
const JSON_BODY = { 'Content-Type': 'application/json' };

interface Recorded {
  readonly request_id: string;
  readonly changes: readonly { readonly path: string; readonly after: unknown }[];
}

interface Receiver {
  receive(request: ApiRequest, ...others: never[]): unknown;
}

describe('A body that comes after its head', () => {
  let api: TestApi;
  let storage: OwnStorage;
  let owner: AdminClient;
  let ownerId: string;
  let bearer: { Authorization: string };
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    ({ api, storage } = await startApiWithStorage());
    const { access_token } = await signInAdmin(api);
    bearer = { Authorization: `Bearer ${access_token}` };
    owner = adminClient(api, access_token);
    ownerId = (await owner.get('auth/context').expect(200)).body.data.user.id as string;
    jest.spyOn(api.get(FileUploads), 'receive');
    jest.spyOn(api.get(AvatarUploads), 'receive');
    jest.spyOn(api.get(Logger), 'request').mockImplementation((line: unknown) => {
      lines.push(line as Record<string, unknown>);
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await api.close();
    storage.remove();
  });

  /** Resolves when the handler has begun to read the form, of which nothing has been sent yet. */
  const read = (uploads: abstract new (...args: never[]) => Receiver, requestId: string) => () =>
    eventually(() =>
      Promise.resolve(
        (api.get(uploads).receive as jest.Mock<unknown, [ApiRequest]>).mock.calls.some(([{ id }]) => id === requestId),
      ),
    );
  const recordsOf = async (requestId: string) => {
    const { body } = await owner.get('audit/logs?page_size=100').expect(200);
    return (body.data.items as Recorded[]).filter(({ request_id }) => request_id === requestId);
  };
  const lineOf = (requestId: string) =>
    eventually(() => Promise.resolve(lines.find((line) => line['request_id'] === requestId)));

  it('leaves a record that names the file, who sent it and from where', async () => {
    const content = Buffer.from('late words');
    const fields = { purpose: 'attachment', app_id: api.appId };
    const answer = await sendLate(api, {
      method: 'POST',
      path: '/admin-api/v1/files',
      headers: { ...bearer, ...FORM, 'X-Request-ID': 'late-file', 'User-Agent': 'slow/1.0' },
      body: formPieces(BOUNDARY, fields, { filename: 'late.txt', content }),
      onHead: read(FileUploads, 'late-file'),
    });
    expect(answer.status).toBe(201);
    const [record, ...others] = await recordsOf('late-file');
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      actor: { type: 'user', id: ownerId },
      action: 'files.write',
      outcome: 'success',
      resource_type: 'file',
      resource_id: answer.body.data.id,
      app_id: api.appId,
      ip: '127.0.0.1',
      user_agent: 'slow/1.0',
    });
    expect(record?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'filename', after: 'late.txt' }),
        expect.objectContaining({ path: 'sha256', after: answer.body.data.sha256 }),
      ]),
    );
    expect(await lineOf('late-file')).toMatchObject({
      status: 201,
      tenant_id: api.tenantId,
      user_id: ownerId,
      ip: '127.0.0.1',
    });
  });

  it('leaves each of several that come at once its own record', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async (number) =>
        sendLate(api, {
          method: 'POST',
          path: '/admin-api/v1/files',
          headers: { ...bearer, ...FORM, 'X-Request-ID': `late-${number}` },
          body: formPieces(
            BOUNDARY,
            { purpose: 'attachment' },
            { filename: `${number}.txt`, content: Buffer.from(`words ${number}`) },
          ),
          onHead: read(FileUploads, `late-${number}`),
        }),
      ),
    );
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).toBe(201);
      expect(await recordsOf(`late-${index + 1}`)).toEqual([
        expect.objectContaining({ resource_type: 'file', resource_id: body.data.id }),
      ]);
    }
  });

  it('leaves a record of its refusal, too', async () => {
    const content = Buffer.from('no image');
    const { status } = await sendLate(api, {
      method: 'POST',
      path: '/admin-api/v1/files',
      headers: { ...bearer, ...FORM, 'X-Request-ID': 'late-refusal' },
      body: formPieces(BOUNDARY, { purpose: 'app_icon' }, { filename: 'x.png', content }),
      onHead: read(FileUploads, 'late-refusal'),
    });
    expect(status).toBe(422);
    expect(await recordsOf('late-refusal')).toEqual([
      expect.objectContaining({ actor: expect.objectContaining({ id: ownerId }), outcome: 'failure' }),
    ]);
  });

  it('of JSON leaves a record as any other', async () => {
    const json = JSON.stringify({ name: 'Late App', app_type: 'uni_app', default_locale: 'en-US' });
    const answer = await sendLate(api, {
      method: 'POST',
      path: '/admin-api/v1/apps',
      headers: { ...bearer, ...JSON_BODY, 'X-Request-ID': 'late-json', 'Content-Length': String(json.length) },
      body: [json.slice(0, 1), json.slice(1, 20), json.slice(20)],
    });
    expect(answer.status).toBe(201);
    expect(await recordsOf('late-json')).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ id: ownerId }),
        resource_type: 'app',
        resource_id: answer.body.data.id,
        ip: '127.0.0.1',
      }),
    ]);
    expect(await lineOf('late-json')).toMatchObject({ tenant_id: api.tenantId, user_id: ownerId });
  });

  it('of JSON on one App names it in the log', async () => {
    const json = JSON.stringify({ description: 'late', lock_version: 1 });
    const { status } = await sendLate(api, {
      method: 'PATCH',
      path: `/admin-api/v1/apps/${api.appId}`,
      headers: { ...bearer, ...JSON_BODY, 'X-Request-ID': 'late-patch', 'Transfer-Encoding': 'chunked' },
      body: [json.slice(0, 9), json.slice(9)],
    });
    expect(status).toBe(200);
    expect(await recordsOf('late-patch')).toEqual([
      expect.objectContaining({ resource_id: api.appId, app_id: api.appId }),
    ]);
    expect(await lineOf('late-patch')).toMatchObject({ app_id: api.appId, tenant_id: api.tenantId });
  });

  it('with an avatar is the member’s, in the log and in the picture', async () => {
    const { me, pair } = await someone(api);
    const { id } = (await me.get().expect(200)).body.data as { id: string };
    const answer = await sendLate(api, {
      method: 'PUT',
      path: '/api/v1/me/avatar',
      headers: {
        'X-AppID': api.appId,
        Authorization: `Bearer ${pair.access_token}`,
        ...FORM,
        'X-Request-ID': 'late-avatar',
      },
      body: formPieces(BOUNDARY, {}, { filename: 'me.png', content: await aPicture() }),
      onHead: read(AvatarUploads, 'late-avatar'),
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id, avatar_url: expect.stringContaining('/avatars/') });
    expect(await lineOf('late-avatar')).toMatchObject({ tenant_id: api.tenantId, app_id: api.appId, user_id: id });
  });
});
