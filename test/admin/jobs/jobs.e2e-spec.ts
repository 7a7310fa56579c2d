import { type OutboxHandler, OutboxHandlers } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { expectProblem } from '../../http/support/problem';
import { aRegisteredMember } from '../../mobile/support/journey';
import { eventually, startTestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type AdminClient, asOwner, asRoles } from '../support/admin';
import { aTenant, type OwnedTenant } from '../support/tenants';

/** What a row has beside its type, as SQL. */
const DEAD = `attempts = 8, dead_at = now(), last_error = 'Error: 550 lin@example.com is unknown'`;
const STATES = {
  ready: '',
  delayed: `available_at = now() + interval '1 day'`,
  active: `attempts = 1, begun_at = now(), available_at = now() + interval '1 hour'`,
  failed: `attempts = 2, last_error = 'Error: no', available_at = now() + interval '1 hour'`,
  dead: DEAD,
  completed: 'attempts = 1, completed_at = now()',
} as const;

describe('Jobs', () => {
  const api = suiteApi();
  let owner: AdminClient;
  let tenant: OwnedTenant;
  /** What the handler of `test.job` does. */
  let work: OutboxHandler['handle'];

  beforeAll(async () => {
    [owner, tenant] = [await asOwner(api), await aTenant(api)];
    api.get(OutboxHandlers).register('test.job', { handle: (message, turn) => work(message, turn) }, 'sms');
    // What is ready stays ready, but in the queues that are resumed.
    for (const admin of [owner, tenant.owner.client]) await admin.post('jobs/queues/sms/pause').expect(200);
  });
  beforeEach(() => {
    work = () => Promise.resolve();
  });
  afterEach(async () => {
    await sql(`DELETE FROM outbox_messages WHERE type LIKE 'test.%' OR lane = 'sms'`);
    await owner.post('jobs/queues/sms/pause').expect(200);
  });

  const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  /** Born in a distant future, or it would be begun before it is what it is to be. */
  const add = async (change: string, type = 'test.job', tenantId = api.tenantId, data: object = {}) => {
    const id = newId();
    await sql(
      `INSERT INTO outbox_messages (tenant_id, id, type, lane, data, available_at)
       VALUES ($1, $2, $3, 'sms', $4, 'infinity')`,
      [tenantId, id, type, JSON.stringify(data)],
    );
    const due = change.includes('available_at') ? [] : ['available_at = now()'];
    await sql(`UPDATE outbox_messages SET ${[...due, change].filter(Boolean).join(', ')} WHERE id = $1`, [id]);
    return id;
  };
  const read = async (id: string) => (await owner.get(`jobs/${id}`).expect(200)).body.data as Record<string, unknown>;
  const becomes = (id: string, state: string) => eventually(async () => (await read(id))['state'] === state);
  const resume = () => owner.post('jobs/queues/sms/resume').expect(200);
  const queueOf = async (admin: AdminClient, name = 'sms') => {
    const { body } = await admin.get('jobs/queues').expect(200);
    return (body.data.items as { name: string }[]).find((queue) => queue.name === name);
  };
  const lastRecord = async () => {
    const { body } = await owner.get('audit/logs?page_size=1').expect(200);
    return body.data as { total: number; items: [Record<string, unknown>] };
  };

  it('are listed by state, queue and type, and counted by queue', async () => {
    const ids = new Map<string, string>();
    for (const [state, change] of Object.entries(STATES)) ids.set(state, await add(change));
    for (const [state, id] of ids) {
      const { body } = await owner.get(`jobs?queue=sms&state=${state}&type=test.job`).expect(200);
      expect([state, body.data.total, body.data.items]).toEqual([state, 1, [expect.objectContaining({ id, state })]]);
    }
    const { body } = await owner.get('jobs?queue=sms&page_size=2&page=2').expect(200);
    expect(body.data).toMatchObject({ total: 6, page: 2, items: [{ state: 'failed' }, { state: 'active' }] });
    const counts = { ready: 1, delayed: 1, active: 1, failed: 1, dead: 1 };
    expect(await queueOf(owner)).toMatchObject({ ...counts, paused: true, oldest_ready_at: expect.any(String) });
    const { body: deep } = await owner.get('jobs?page=1000000&page_size=100').expect(200);
    expect(deep.data.items).toEqual([]);
    for (const wrong of ['queue=pigeons', 'state=done', 'page=0']) {
      expectProblem(await owner.get(`jobs?${wrong}`), 422, 'REQUEST.VALIDATION_FAILED');
    }
  });

  it('show what they are about without secrets, codes and addresses', async () => {
    const data = {
      challenge_id: newId(),
      code: '408163',
      to: 'lin@example.com',
      note: 'call 13800138000',
      locale: 'zh-CN',
    };
    const id = await add(DEAD, 'test.job', api.tenantId, data);
    expect(await read(id)).toEqual({
      id,
      queue: 'sms',
      lane: 'sms',
      type: 'test.job',
      app_id: null,
      state: 'dead',
      attempts: 8,
      max_attempts: 8,
      lost: 0,
      error: 'Error: 550 ******** is unknown',
      payload: {
        challenge_id: data.challenge_id,
        code: '********',
        to: '********',
        note: 'call ********',
        locale: 'zh-CN',
      },
      created_at: expect.any(String),
      available_at: expect.any(String),
      begun_at: null,
      completed_at: null,
      dead_at: expect.any(String),
    });
    const { text } = await owner.get('jobs?queue=sms').expect(200);
    for (const secret of ['408163', 'lin@example.com', '13800138000']) expect(text).not.toContain(secret);
  });

  describe('that are retried', () => {
    it.each(Object.entries(STATES))('when %s', async (state, change) => {
      const id = await add(change);
      const answer = await owner.post(`jobs/${id}/retry`);
      if (state === 'failed' || state === 'dead') {
        expect(answer.body.data).toMatchObject({ id, state: 'ready', attempts: 0, error: null, dead_at: null });
      } else {
        expectProblem(answer, 409, 'OPERATIONS.JOB.STATE');
      }
    });

    it('run once more, however many ask at once, and leave one record each', async () => {
      const id = await add(DEAD);
      const runs: number[] = [];
      work = ({ attempt }) => Promise.resolve(void runs.push(attempt));
      await resume();
      const before = await lastRecord();
      const answers = await Promise.all(Array.from({ length: 50 }, () => owner.post(`jobs/${id}/retry`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
      await becomes(id, 'completed');
      expect(runs).toEqual([1]);
      const after = await lastRecord();
      expect(after.total).toBe(before.total + 50);
      const { body } = await owner.get(`audit/logs?resource_type=job&resource_id=${id}&outcome=success`).expect(200);
      expect(body.data.items).toMatchObject([
        { action: 'jobs.write', changes: expect.arrayContaining([{ path: 'state', before: 'dead', after: 'ready' }]) },
      ]);
    });

    it('have their eight tries again', async () => {
      const id = await add(DEAD);
      work = () => Promise.reject(new Error('no such number 13800138000'));
      await resume();
      await owner.post(`jobs/${id}/retry`).expect(200);
      await becomes(id, 'failed');
      expect(await read(id)).toMatchObject({ attempts: 1, max_attempts: 8, error: 'Error: no such number ********' });
    });

    it('together, are the dead ones of the queue', async () => {
      for (let n = 0; n < 3; n++) await add(DEAD);
      const [different, failed] = [await add(DEAD, 'test.different'), await add(STATES.failed)];
      const retry = async (body: object) => (await owner.post('jobs/retry', body).expect(200)).body.data as object;
      expect(await retry({ queue: 'sms', type: 'test.job', limit: 2 })).toEqual({ retried: 2 });
      expect(await retry({ queue: 'mail' })).toEqual({ retried: 0 });
      expect((await lastRecord()).items[0]).toMatchObject({
        action: 'jobs.write',
        outcome: 'success',
        resource_type: 'job',
      });
      expect(await read(different)).toMatchObject({ state: 'dead' });
      expect(await retry({ queue: 'sms' })).toEqual({ retried: 2 });
      expect(await read(failed)).toMatchObject({ state: 'failed' });
      for (const wrong of [{}, { queue: 'pigeons' }, { queue: 'sms', limit: 1_001 }]) {
        expectProblem(await owner.post('jobs/retry', wrong), 422, 'REQUEST.VALIDATION_FAILED');
      }
    });

    it('send no code that has expired', async () => {
      const { email } = await aRegisteredMember(api);
      const sent = await api.mailsTo(email);
      const [message] = await sql<{ id: string }>(
        `SELECT id FROM outbox_messages WHERE type = 'iam.otp_mail' ORDER BY id DESC LIMIT 1`,
      );
      await sql(`UPDATE otp_challenges SET expires_at = now() - interval '1 minute', consumed_at = NULL`);
      await sql(`UPDATE outbox_messages SET completed_at = NULL, dead_at = now() WHERE id = $1`, [message!.id]);
      await owner.post(`jobs/${message!.id}/retry`).expect(200);
      await becomes(message!.id, 'completed');
      expect(await api.mailsTo(email)).toHaveLength(sent.length);
    });
  });

  describe('that are deleted', () => {
    it.each(Object.entries(STATES))('when %s', async (state, change) => {
      const id = await add(change);
      const answer = await owner.delete(`jobs/${id}`);
      if (state === 'active' || state === 'completed') expectProblem(answer, 409, 'OPERATIONS.JOB.STATE');
      else {
        expect(answer.body.data).toEqual({ deleted: true, id });
        expectProblem(await owner.get(`jobs/${id}`), 404, 'RESOURCE.NOT_FOUND');
        expect((await lastRecord()).items[0]).toMatchObject({
          action: 'jobs.write',
          resource_id: id,
          outcome: 'success',
        });
      }
    });

    it.each(['user.erased', 'notifications.fan_out', 'files.content_released', 'iam.security_notice'])(
      'not where something was promised: %s',
      async (type) => {
        const id = await add(DEAD, type);
        expectProblem(await owner.delete(`jobs/${id}`), 409, 'OPERATIONS.JOB.NEEDED');
        await sql('DELETE FROM outbox_messages WHERE id = $1', [id]);
      },
    );
  });

  describe('in a paused queue', () => {
    it('wait until it is resumed; pausing and resuming twice changes nothing', async () => {
      const id = await add('');
      const runs: string[] = [];
      work = (message) => Promise.resolve(void runs.push(message.id));
      const second = await startTestApi({}, api.urls);
      try {
        const { body } = await owner.post('jobs/queues/sms/pause').expect(200);
        expect(body.data).toEqual({ name: 'sms', paused: true });
        // A later job of another queue is done meanwhile.
        await sql(`INSERT INTO outbox_messages (tenant_id, id, type, data) VALUES ($1, $2, 'test.later', '{}')`, [
          api.tenantId,
          newId(),
        ]);
        await eventually(async () => (await owner.get('jobs?type=test.later&state=completed')).body.data.total === 1);
        expect([runs, (await read(id))['state']]).toEqual([[], 'ready']);
        for (let n = 0; n < 2; n++) {
          expect((await resume()).body.data).toEqual({ name: 'sms', paused: false });
          expect((await lastRecord()).items[0]).toMatchObject({
            resource_type: 'job_queue',
            resource_id: 'sms',
            outcome: 'success',
            changes: n === 0 ? [{ path: 'paused', before: true, after: false }] : [],
          });
        }
        await becomes(id, 'completed');
      } finally {
        await second.close();
      }
    });

    it('are those of the tenant alone', async () => {
      await resume();
      const [own, theirs] = [await add(''), await add('', 'test.job', tenant.id)];
      await becomes(own, 'completed');
      const { client } = tenant.owner;
      expect(await queueOf(client)).toMatchObject({ paused: true, ready: 1 });
      expect(await queueOf(owner)).toMatchObject({ paused: false, ready: 0 });
      expect((await client.get(`jobs/${theirs}`).expect(200)).body.data).toMatchObject({ state: 'ready' });
      expectProblem(await owner.get(`jobs/${theirs}`), 404, 'RESOURCE.NOT_FOUND');
    });

    it('are never those that carry codes', async () => {
      for (const name of ['codes.requests', 'codes.mail', 'codes.sms']) {
        expectProblem(await owner.post(`jobs/queues/${name}/pause`), 409, 'OPERATIONS.QUEUE.NOT_PAUSABLE');
        await owner.post(`jobs/queues/${name}/resume`).expect(200);
      }
      for (const verb of ['pause', 'resume']) {
        expectProblem(await owner.post(`jobs/queues/pigeons/${verb}`), 404, 'RESOURCE.NOT_FOUND');
      }
    });
  });

  it('that recur are listed without what they did', async () => {
    await sql(
      `INSERT INTO sweeps (name) VALUES ('test.never'), ('test.failed'), ('test.running') ON CONFLICT DO NOTHING`,
    );
    await sql(
      `UPDATE sweeps SET runs = 1, rows = 4711, last_rows = 4711, last_run_at = now(), last_ms = 12,
              last_error = 'Error: of the tenant somebody else' WHERE name = 'test.failed'`,
    );
    await sql(`UPDATE sweeps SET lease_until = now() + interval '1 minute' WHERE name = 'test.running'`);
    const { body, text } = await owner.get('jobs/schedules').expect(200);
    const named = (name: string) => (body.data.items as { name: string }[]).find((item) => item.name === name);
    const shape = { interval_seconds: 600, next_run_at: expect.any(String) };
    expect(named('test.never')).toEqual({
      name: 'test.never',
      last_run_at: null,
      last_duration_ms: null,
      last_outcome: null,
      ...shape,
    });
    expect(named('test.failed')).toEqual({
      name: 'test.failed',
      last_run_at: expect.any(String),
      last_duration_ms: 12,
      last_outcome: 'failed',
      ...shape,
    });
    expect(named('test.running')).toMatchObject({ last_outcome: 'running' });
    for (const told of ['4711', 'somebody']) expect(text).not.toContain(told);
  });

  it('are seen by auditors, who change nothing', async () => {
    const auditor = await asRoles(api, 'auditor');
    const id = await add(DEAD);
    await auditor.get(`jobs/${id}`).expect(200);
    for (const path of [`jobs/${id}/retry`, 'jobs/retry', 'jobs/queues/mail/pause']) {
      expectProblem(await auditor.post(path, {}), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    }
  });
});
