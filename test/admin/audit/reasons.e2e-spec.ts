import type { OpenAPIObject } from '@nestjs/swagger';
import { newId } from '@libs/kernel';
import { METHODS } from '../../../apps/api/src/surfaces/routes';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember } from '../../http/support/member';
import { queryAs } from '../../support/database';
import { committedDocument, resolved } from '../../support/openapi';
import { suiteApi } from '../../support/suite';
import { anAdmin, asRoles, suiteOwner } from '../support/admin';
import { aDisabledApp, aManagedApp } from '../support/apps';
import { notificationClient } from '../support/notifications';
import { pageClient } from '../support/pages';

const WHY = '法务部要求：“撤下” 100 % 🙂\nsee #42';
const document = committedDocument();

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, { schema: object }> };
  readonly parameters?: readonly ({ readonly name: string; readonly in: string } | { readonly $ref: string })[];
}

function operationsOf({ paths }: OpenAPIObject) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method] && path.startsWith('/admin-api/') ? [{ path, method, operation: item[method] as Operation }] : [],
    ),
  );
}

describe('The reason for what an administrator does', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  /** Of the newest record, as administrators read it. */
  const recorded = async () => {
    const { body } = await owner.get('audit/logs?page_size=1').expect(200);
    const [record] = (body.data as { items: { reason: string | null; outcome: string }[] }).items;
    return record;
  };
  const wellSpelt = encodeURIComponent(WHY);

  it('is documented wherever something is published, taken back, disabled or deleted', () => {
    const operations = operationsOf(document);
    const parametersOf = ({ parameters = [] }: Operation) =>
      parameters.map((one) => resolved<{ name: string; in: string }>(document as never, one as never));
    const withHeader = operations.filter(({ operation }) =>
      parametersOf(operation).some((one) => one.name === 'X-Reason'),
    );
    const deletions = operations.filter(({ method }) => method === 'delete');
    expect(withHeader.map((one) => one.path)).toEqual(deletions.map((one) => one.path));
    const kinds = /\/(?:(?:batch-)?(?:publish|unpublish|archive|disable|suspend)|batch-delete|recall|\{action\})$/;
    const acts = operations.filter(({ path, method }) => method === 'post' && kinds.test(path));
    expect(acts.length).toBeGreaterThan(20);
    const without = acts.filter(({ operation }) => {
      const { schema } = operation.requestBody?.content['application/json'] ?? {};
      return !schema || !('reason' in (resolved<{ properties: object }>(document, schema as never).properties ?? {}));
    });
    expect(without.map((one) => one.path)).toEqual([]);
  });

  it('is told in the body of what is disabled, suspended, published and recalled', async () => {
    const app = await aManagedApp(owner);
    await owner.post(`apps/${app.id}/disable`, { lock_version: app.lock_version, reason: WHY }).expect(200);
    expect(await recorded()).toMatchObject({ outcome: 'success', reason: WHY });

    const { userId } = await anAdmin(api, ['auditor']);
    const { body: user } = await owner.get(`users/${userId}`).expect(200);
    const { lock_version } = user.data as { lock_version: number };
    await owner.post(`users/${userId}/disable`, { lock_version, reason: 'Has left' }).expect(200);
    expect(await recorded()).toMatchObject({ reason: 'Has left' });

    const page = pageClient(owner, `apps/${api.appId}/content/pages/about-us`);
    const saved = await page.save();
    await owner.post(`${page.path}/publish`, { lock_version: saved.lock_version, reason: WHY }).expect(200);
    expect(await recorded()).toMatchObject({ reason: WHY });

    const notices = notificationClient(owner, api.appId);
    const published = await notices.publish(await notices.create(), { reason: 'At last' });
    expect(await recorded()).toMatchObject({ reason: 'At last' });
    await notices.recall(published, { reason: 'Wrong date' });
    expect(await recorded()).toMatchObject({ reason: 'Wrong date' });
  });

  it('is optional, also where there was no body before', async () => {
    await aMember(api);
    const [member] = await rows<{ user_id: string }>('SELECT user_id FROM app_memberships WHERE app_id = $1 LIMIT 1', [
      api.appId,
    ]);
    const path = `apps/${api.appId}/members/${member!.user_id}`;
    for (const [body, reason] of [
      [undefined, null],
      [{}, null],
      [{ reason: null }, null],
      [{ reason: WHY }, WHY],
    ] as const) {
      await owner.post(`${path}/suspend`, body).expect(200);
      expect(await recorded()).toMatchObject({ reason });
      await owner.post(`${path}/activate`).expect(200);
      expect(await recorded()).toMatchObject({ reason: null });
    }
    expect(reasons((await owner.post(`${path}/suspend`, { why: 'x' })).body)).toEqual(['why unknown_field']);
  });

  it('is in X-Reason of what is deleted, percent-encoded', async () => {
    const app = await aDisabledApp(owner);
    await owner.delete(`apps/${app.id}`).set('X-Reason', wellSpelt).expect(200);
    expect(await recorded()).toMatchObject({ reason: WHY });
    for (const [header, reason] of [
      ['', null],
      ['plain words + signs', 'plain words + signs'],
      [encodeURIComponent('🙂'.repeat(500)), '🙂'.repeat(500)],
    ] as const) {
      const { id } = await aDisabledApp(owner);
      await owner.delete(`apps/${id}`).set('X-Reason', header).expect(200);
      expect(await recorded()).toMatchObject({ reason });
    }
  });

  it.each([
    ['a sequence that is none', '%E6%B3', 'not_percent_encoded'],
    ['a sign of percent alone', '100%', 'not_percent_encoded'],
    ['what is not encoded', 'd\u00e9j\u00e0', 'not_percent_encoded'],
    ['more than 500 characters', encodeURIComponent('法'.repeat(501)), 'too_long'],
    ['NUL', 'a%00b', 'invalid_text'],
  ])('is refused in the header for %s, and nothing is deleted', async (_, header, code) => {
    const { id } = await aDisabledApp(owner);
    const refused = await owner.delete(`apps/${id}`).set('X-Reason', header);
    expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(refused.body)).toEqual([`X-Reason ${code}`]);
    expect(await recorded()).toMatchObject({ outcome: 'failure', reason: null });
    await owner.get(`apps/${id}`).expect(200);
  });

  it('is refused in the body beside whatever else is wrong with it', async () => {
    const app = await aManagedApp(owner);
    for (const [reason, code] of [
      ['', 'required'],
      ['x'.repeat(501), 'too_long'],
      ['a\u0000b', 'invalid_text'],
      [1, 'not_string'],
      [['x'], 'not_string'],
    ] as const) {
      const { body } = await owner.post(`apps/${app.id}/disable`, { lock_version: 'x', reason }).expect(422);
      expect(reasons(body).sort()).toEqual(['lock_version not_integer', `reason ${code}`]);
    }
  });

  it('is that of each record of a batch', async () => {
    const ids = [(await aDisabledApp(owner)).id, (await aDisabledApp(owner)).id];
    await owner.post('apps/batch-delete', { ids, reason: 'Both at once' }).expect(200);
    expect(await recorded()).toMatchObject({ reason: 'Both at once' });
  });

  it('is not kept of what failed or was denied', async () => {
    await owner.delete(`roles/no-such`).set('X-Reason', 'secret%20words').expect(404);
    expect(await recorded()).toMatchObject({ outcome: 'failure', reason: null });
    const auditor = await asRoles(api, 'auditor');
    await auditor.delete(`roles/no-such`).set('X-Reason', 'secret%20words').expect(403);
    expect(await recorded()).toMatchObject({ outcome: 'denied', reason: null });
  });

  it('stands in the audit log and nowhere else, and the chain covers it', async () => {
    const unique = `only here ${newId()}`;
    const app = await aManagedApp(owner);
    const { body } = await owner
      .post(`apps/${app.id}/disable`, { lock_version: app.lock_version, reason: unique })
      .set('Idempotency-Key', newId())
      .expect(200);
    expect(JSON.stringify(body)).not.toContain(unique);
    const { id } = await aDisabledApp(owner);
    await owner.delete(`apps/${id}`).set('X-Reason', encodeURIComponent(unique)).expect(200);
    const tables = await rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`,
    );
    const holding = [];
    for (const { name } of tables) {
      const [found] = await rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE $1`,
        [`%${unique}%`],
      );
      if (found!.count > 0) holding.push([name, found!.count]);
    }
    expect(holding).toEqual([['audit_logs', 2]]);
    const verified = await owner.post('audit/verify').expect(200);
    expect(verified.body.data).toMatchObject({ ok: true });
    const { text } = await owner.get('audit/logs/export?format=csv').expect(200);
    expect(text).toContain(unique);
  });
});
