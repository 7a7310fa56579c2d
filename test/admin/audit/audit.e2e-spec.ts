import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, type AdminClient, anAdmin, asRoles, suiteOwner } from '../support/admin';

interface Log {
  readonly [key: string]: unknown;
  readonly seq: number;
  readonly hash: string;
  readonly prev_hash: string;
  readonly request_id: string;
  readonly actor: { readonly display: string };
}

describe('The audit log', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  const logs = async (query = '') => {
    const { body } = await owner.get(`audit/logs?page_size=100${query}`).expect(200);
    return body.data as { items: Log[]; total: number; page: number; page_size: number };
  };
  const patchProfile = async (client: AdminClient, changes: object) => {
    const { body } = await client.get('auth/profile').expect(200);
    const { lock_version } = body.data as { lock_version: number };
    return client.patch('auth/profile', { lock_version, ...changes });
  };

  it('records who did what, how, and what it changed', async () => {
    const admin = await anAdmin(api, ['admin']);
    const client = adminClient(api, admin.token, { 'X-Request-ID': 'audited-1', 'User-Agent': 'Console/1.0' });
    await patchProfile(client, { time_zone: 'Asia/Tokyo' }).then((answer) => expect(answer.status).toBe(200));
    const { items } = await logs(`&actor_id=${admin.userId}`);
    expect(items).toEqual([
      {
        id: expect.any(String),
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        actor: { type: 'user', id: admin.userId, display: 'Admin of admin' },
        action: 'auth.update_profile',
        method: 'PATCH',
        route: '/admin-api/v1/auth/profile',
        resource_type: 'user',
        resource_id: admin.userId,
        app_id: null,
        changes: [{ path: 'time_zone', before: null, after: 'Asia/Tokyo' }],
        changes_omitted: null,
        changes_truncated: 0,
        ip: '127.0.0.1',
        user_agent: 'Console/1.0',
        request_id: 'audited-1',
        reason: null,
        outcome: 'success',
        seq: expect.any(Number),
        prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it('has one record of each write, whatever its outcome, and none of reads', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const client = adminClient(api, admin.token);
    await client.get('audit/logs').expect(200);
    await client.post('roles', {}).expect(403);
    await client.patch('auth/profile', {}).expect(422);
    await client.patch('auth/profile', { display_name: 'x', lock_version: 99 }).expect(409);
    await client.delete('auth/sessions/nonsense').expect(404);
    await client.delete('auth/sessions/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff').expect(404);
    await client.post('auth/logout').expect(200);
    const { items } = await logs(`&actor_id=${admin.userId}`);
    expect(items.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['auth.logout', 'success'],
      ['auth.revoke_session', 'failure'],
      ['auth.revoke_session', 'failure'],
      ['auth.update_profile', 'failure'],
      ['auth.update_profile', 'failure'],
      ['roles.write', 'denied'],
    ]);
  });

  it('never shows a password', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const passwords = { current_password: admin.password, new_password: 'another horse battery' };
    await adminClient(api, admin.token).post('auth/password/change', passwords).expect(200);
    const rows = await queryAs(api.urls.superuserUrl, 'SELECT * FROM audit_logs');
    for (const password of Object.values(passwords)) expect(JSON.stringify(rows)).not.toContain(password);
  });

  it('requires the permission to read it', async () => {
    await (await asRoles(api, 'auditor')).get('audit/logs').expect(200);
    await (await asRoles(api, 'content_editor')).get('audit/logs').expect(403);
  });

  it('is filtered and paged, newest first', async () => {
    const admin = await anAdmin(api, ['admin']);
    const client = adminClient(api, admin.token);
    for (const name of ['One', 'Two', 'Three']) await patchProfile(client, { display_name: name });
    await client.patch('auth/profile', {}).expect(422);
    const of = `&actor_id=${admin.userId}`;
    const all = await logs(of);
    expect(all.total).toBe(4);
    expect(all.items.map(({ seq }) => seq)).toEqual(all.items.map(({ seq }) => seq).sort((a, b) => b - a));
    expect((await logs(`${of}&outcome=failure`)).total).toBe(1);
    expect((await logs(`${of}&action=auth.update_profile`)).total).toBe(4);
    expect((await logs(`${of}&resource_type=user&resource_id=${admin.userId}`)).total).toBe(3);
    expect((await logs(`${of}&q=UPDATE_pro`)).total).toBe(4);
    expect((await logs(`${of}&q=%25`)).total).toBe(0);
    // Its names before and after the change.
    expect((await logs(`${of}&q=two`)).items.map(({ changes }) => changes)).toEqual([
      [expect.objectContaining({ path: 'display_name', before: 'Two', after: 'Three' })],
      [expect.objectContaining({ path: 'display_name', before: 'One', after: 'Two' })],
    ]);
    expect((await logs(`${of}&to=2020-01-01T00:00:00Z`)).total).toBe(0);
    expect((await logs(`${of}&from=2020-01-01T00:00:00Z`)).total).toBe(4);
    const { body } = await owner.get(`audit/logs?page=2&page_size=3${of}`).expect(200);
    expect(body.data).toMatchObject({ page: 2, page_size: 3, total: 4, items: [{ seq: all.items[3]?.seq }] });
  });

  it.each([
    ['page=0', 'page'],
    ['page_size=101', 'page_size'],
    ['outcome=maybe', 'outcome'],
    ['actor_id=me', 'actor_id'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30T00:00:00Z', 'to'],
  ])('refuses %s', async (query, field) => {
    const { body } = await owner.get(`audit/logs?${query}`).expect(422);
    expect(body.errors).toEqual([expect.objectContaining({ field })]);
  });

  it('searches for no more than 160 characters', async () => {
    await owner.get(`audit/logs?q=${'x'.repeat(160)}`).expect(200);
    await owner.get(`audit/logs?q=${'x'.repeat(161)}`).expect(422);
  });

  describe('as an export', () => {
    it('is NDJSON, a record a line', async () => {
      await patchProfile(owner, { display_name: 'Exported' });
      const { total, items } = await logs();
      const { text, headers } = await owner.get('audit/logs/export?format=ndjson').expect(200);
      expect(headers['content-type']).toBe('application/x-ndjson');
      expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-logs[^"]*\.ndjson"$/);
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Log);
      expect(lines).toHaveLength(total);
      expect(lines.slice(0, items.length)).toEqual(items);
    });

    it('is CSV with a head, in which no cell is a formula', async () => {
      await patchProfile(owner, { display_name: '=HYPERLINK("https://example.com")' });
      const { text, headers } = await owner.get('audit/logs/export?format=csv&resource_type=user').expect(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      const [head, ...rows] = text.trimEnd().split('\r\n');
      expect(head).toContain('occurred_at');
      expect(rows.length).toBeGreaterThan(0);
      for (const cell of text.split(/[,\n]/)) expect(cell).not.toMatch(/^"?[=+@]/);
    });

    it('is filtered, CSV unless another known format is asked for', async () => {
      const { text } = await owner.get('audit/logs/export?format=ndjson&action=nothing.such').expect(200);
      expect(text).toBe('');
      const { headers } = await owner.get('audit/logs/export').expect(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      await owner.get('audit/logs/export?format=xlsx').expect(422);
    });
  });

  describe('POST audit/verify', () => {
    it('finds the chain whole, and then the row that was altered', async () => {
      const { userId, token } = await anAdmin(api, ['admin']);
      const client = adminClient(api, token);
      for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
        await patchProfile(client, { display_name: name });
      }
      const { items } = await logs(`&actor_id=${userId}`);
      const { body } = await owner.post('audit/verify').expect(200);
      expect(body.data).toEqual({ ok: true, checked: expect.any(Number), first_broken_seq: null });
      expect(body.data.checked).toBeGreaterThan(5);
      expect(body.data.checked).toBeGreaterThanOrEqual(items[0]!.seq);
      const { seq } = items[2]!;
      const name = (display: unknown) =>
        queryAs(api.urls.superuserUrl, 'UPDATE audit_logs SET actor_display = $1 WHERE tenant_id = $2 AND seq = $3', [
          display,
          api.tenantId,
          seq,
        ]);
      const { display } = items[2]!.actor;
      await name('Somebody else');
      const broken = await owner.post('audit/verify').expect(200);
      expect(broken.body.data).toEqual({ ok: false, checked: seq - 1, first_broken_seq: seq });
      await name(display);
      const mended = await owner.post('audit/verify').expect(200);
      expect(mended.body.data).toMatchObject({ ok: true, first_broken_seq: null });
    });
  });
});
