import { randomBytes, randomUUID } from 'node:crypto';
import { expectProblem, reasons } from '../../http/support/problem';
import { ownStorage } from '../../mobile/support/avatars';
import { eventually, startTestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { formPieces, type LateAnswer, sendLate } from '../../support/late-body';
import { beforeTests } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, signInAdmin, suiteOwner } from '../support/admin';

const HEADER = 'Idempotency-Key';
const REPLAYED = 'idempotent-replayed';
const RUNNING = 'REQUEST.IDEMPOTENCY_KEY.RUNNING';
const REUSED = 'REQUEST.IDEMPOTENCY_KEY.REUSED';
const AT_ONCE = 12;

describe('An upload with an Idempotency-Key', () => {
  const storage = beforeTests(() => Promise.resolve(ownStorage()));
  const api = beforeTests(() => startTestApi(storage.environment));
  const owner = suiteOwner(api);

  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const upload = (key: string, content: Buffer, fields: Readonly<Record<string, string>> = {}, by = owner) =>
    by
      .postForm('files')
      .set(HEADER, key)
      .field({ purpose: 'attachment', ...fields })
      .attach('file', content, 'notes.bin');
  const filesWith = async (content: Buffer) => {
    const [row] = await rows<{ count: number }>('SELECT count(*)::int AS count FROM files WHERE size_bytes = $1', [
      content.length,
    ]);
    return row!.count;
  };
  /** Of a length that no other test has. */
  let length = 5_000;
  const aContent = () => randomBytes(++length);
  /** What uploads that are over left behind. */
  const uploadsLeft = () => rows('SELECT FROM file_uploads');
  /** @param meanwhile awaited when the key is taken, and nothing of the file has come. */
  const slowly = async (key: string, content: Buffer, meanwhile: () => Promise<unknown>): Promise<LateAnswer> => {
    const { access_token } = await signInAdmin(api);
    const pieces = formPieces('b', { purpose: 'attachment' }, { filename: 'notes.bin', content });
    return sendLate(api, {
      method: 'POST',
      path: '/admin-api/v1/files',
      headers: {
        Authorization: `Bearer ${access_token}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        [HEADER]: key,
      },
      body: pieces,
      onHead: async () => {
        await eventually(async () => (await rows('SELECT FROM idempotency_keys WHERE answer IS NULL')).length > 0);
        await meanwhile();
      },
    });
  };

  it('makes one file, however often it is sent at once', async () => {
    const [key, content] = [randomUUID(), aContent()];
    const first = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(key, content)));
    const told = first.filter(({ status }) => status === 201);
    for (const answer of first.filter((one) => !told.includes(one))) {
      expectProblem(answer, 409, RUNNING);
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(told.filter(({ headers }) => headers[REPLAYED] === undefined)).toHaveLength(1);
    const again = await upload(key, content).expect(201);
    expect(again.headers[REPLAYED]).toBe('true');
    for (const { body } of told) expect(body).toEqual(again.body);
    expect(await filesWith(content)).toBe(1);
    expect(await uploadsLeft()).toEqual([]);
    const { body } = await owner.get(`files/${again.body.data.id as string}`).expect(200);
    expect(body).toEqual(again.body);
  });

  it('is answered 422 with another file, purpose or App, of which nothing is stored', async () => {
    const [key, content] = [randomUUID(), aContent()];
    await upload(key, content).expect(201);
    const before = storage.left();
    const other = aContent();
    expectProblem(await upload(key, other), 422, REUSED);
    expectProblem(await upload(key, content, { app_id: api.appId }), 422, REUSED);
    expectProblem(await upload(key, content, { purpose: 'content_image' }), 422, REUSED);
    expectProblem(
      await owner.postForm('files').set(HEADER, key).field('purpose', 'attachment'),
      422,
      'REQUEST.VALIDATION_FAILED',
    );
    expect(storage.left()).toBe(before);
    expect([await filesWith(other), await uploadsLeft()]).toEqual([0, []]);
    expect((await upload(key, content).expect(201)).headers[REPLAYED]).toBe('true');
  });

  it('is another one of another caller, and without a key', async () => {
    const [key, content] = [randomUUID(), aContent()];
    const colleague: AdminClient = adminClient(api, (await anAdmin(api, ['admin'])).token);
    for (const answer of [await upload(key, content), await upload(key, content, {}, colleague)]) {
      expect([answer.status, answer.headers[REPLAYED]]).toEqual([201, undefined]);
    }
    await owner.postForm('files').field('purpose', 'attachment').attach('file', content, 'notes.bin').expect(201);
    expect(await filesWith(content)).toBe(3);
  });

  it('is answered 409 while the first one still arrives', async () => {
    const [key, content] = [randomUUID(), aContent()];
    let meanwhile = 0;
    const first = await slowly(key, content, async () => {
      for (const sent of [content, aContent()]) {
        const refused = await upload(key, sent);
        expectProblem(refused, 409, RUNNING);
        meanwhile = refused.status;
      }
    });
    expect([meanwhile, first.status, first.headers[REPLAYED]]).toEqual([409, 201, undefined]);
    const again = await upload(key, content).expect(201);
    expect([again.headers[REPLAYED], again.body]).toEqual(['true', first.body]);
    expect(await filesWith(content)).toBe(1);
  });

  it('does not take effect beside another one that took its place', async () => {
    const [key, content] = [randomUUID(), aContent()];
    let second: unknown;
    const first = await slowly(key, content, async () => {
      await rows('UPDATE idempotency_keys SET leased_until = now() WHERE answer IS NULL');
      second = (await upload(key, content).expect(201)).body;
    });
    expect([first.status, first.body.code]).toEqual([409, RUNNING]);
    expect((await upload(key, content).expect(201)).body).toEqual(second);
    expect([await filesWith(content), await uploadsLeft()]).toEqual([1, []]);
  });

  it('leaves its key free when it is refused or breaks off', async () => {
    const [key, content] = [randomUUID(), aContent()];
    const refused = await upload(key, content, { purpose: 'none' }).expect(422);
    expect(reasons(refused.body)).toEqual(['purpose not_allowed']);
    expectProblem(await upload(key, content, { purpose: 'content_image' }), 422, 'FILES.CONTENT.REFUSED', ['reason']);
    const cut = formPieces('b', { purpose: 'attachment' }, { filename: 'notes.bin', content }).slice(0, -1);
    const { access_token } = await signInAdmin(api);
    const broken = await api.http
      .post('/admin-api/v1/files')
      .set({
        Authorization: `Bearer ${access_token}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        [HEADER]: key,
      })
      .send(Buffer.concat(cut.map((piece) => Buffer.from(piece))));
    expectProblem(broken, 400, 'REQUEST.MALFORMED');
    expect(await rows('SELECT FROM idempotency_keys WHERE answer IS NULL')).toEqual([]);
    const done = await upload(key, content).expect(201);
    expect(done.headers[REPLAYED]).toBeUndefined();
    expect([await filesWith(content), await uploadsLeft()]).toEqual([1, []]);
  });

  it('is recorded each time, the file with the first', async () => {
    const [key, content] = [randomUUID(), aContent()];
    const { id } = (await upload(key, content).expect(201)).body.data as { id: string };
    await upload(key, content).expect(201);
    const records = await rows<{ resource_id: string | null; outcome: string }>(
      'SELECT resource_id, outcome FROM audit_logs ORDER BY seq DESC LIMIT 2',
    );
    expect(records).toEqual([
      { resource_id: null, outcome: 'success' },
      { resource_id: id, outcome: 'success' },
    ]);
  });
});
