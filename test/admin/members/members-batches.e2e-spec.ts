import { newId } from '@libs/kernel';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { aMember, aPendingMember, clientOf, codeSentTo, type Member, signIn } from '../../mobile/support/journey';
import { tokenOf, apiClients } from '../../service/support/clients';
import { adminClient, asRoles, suiteOwner } from '../support/admin';
import { whileLocked } from '../support/lock-order';
import { aManagedApp, auditOf } from '../support/apps';
import { aTenant } from '../support/tenants';

type Verb = 'suspend' | 'activate';

describe('Several members', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const idOf = async ({ email }: Member) => {
    const [row] = await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    return String(row?.['user_id']);
  };
  const path = (rest: string, appId = api.appId) => `apps/${appId}/members/${rest}`;
  const batch = (verb: Verb, ids: readonly string[], client = owner) => client.post(path(`batch-${verb}`), { ids });
  const act = (verb: Verb, id: string) => owner.post(path(`${id}/${verb}`)).expect(200);
  const statusOf = async (id: string) => {
    const [row] = await rows('SELECT status FROM app_memberships WHERE user_id = $1', [id]);
    return row?.['status'];
  };
  const some = async (count: number) => {
    const members = await Promise.all(Array.from({ length: count }, () => aMember(api)));
    return Promise.all(members.map(idOf));
  };
  const eventsOf = async (id: string) => {
    const found = await rows(
      `SELECT type, app_id FROM outbox_messages
        WHERE data ->> 'user_id' = $1 AND type IN ('member.suspended', 'session.revoked') ORDER BY type`,
      [id],
    );
    return found.map(({ type, app_id }) => [type, app_id]);
  };

  it('are suspended: each as one by one would be, with records, events and ended sessions of its own', async () => {
    const [one, two] = [await aMember(api), await aMember(api)];
    const [first, second] = [await idOf(one), await idOf(two)];
    const pairs = [await signIn(api, one), await signIn(api, one), await signIn(api, two)];
    const { body } = await batch('suspend', [first, second, first.toUpperCase()]).expect(200);
    expect(body).toEqual({ data: { success: true } });
    for (const { access_token, refresh_token } of pairs) {
      expectProblem(await clientOf(api).context(access_token), 401, 'IAM.TOKEN.INVALID');
      expectProblem(await clientOf(api).refresh(refresh_token), 401, 'IAM.TOKEN.INVALID');
    }
    expect(await eventsOf(first)).toEqual([
      ['member.suspended', api.appId],
      ['session.revoked', api.appId],
      ['session.revoked', api.appId],
    ]);
    expect((await eventsOf(second)).map(([type]) => type)).toEqual(['member.suspended', 'session.revoked']);
    await batch('activate', [second, first]).expect(200);
    const [changed, back] = [
      { path: 'status', before: 'active', after: 'suspended' },
      { path: 'status', before: 'suspended', after: 'active' },
    ];
    for (const id of [first, second]) {
      expect(await auditOf(api, id)).toMatchObject(
        [changed, back].map((change) => ({
          action: 'members.write',
          resource_type: 'member',
          app_id: api.appId,
          outcome: 'success',
          changes: [change],
        })),
      );
    }
    await signIn(api, one);
  });

  it('are suspended at the App alone', async () => {
    const elsewhere = await aManagedApp(owner);
    const member = await aMember(api);
    const id = await idOf(member);
    await rows(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at, created_at)
       VALUES ($1, $2, $3, 'active', now(), now())`,
      [api.tenantId, elsewhere.id, id],
    );
    const [here, there] = [await signIn(api, member), await signIn(api, member, { appId: elsewhere.id })];
    await batch('suspend', [id]).expect(200);
    expectProblem(await clientOf(api).context(here.access_token), 401, 'IAM.TOKEN.INVALID');
    await clientOf(api, elsewhere.id).context(there.access_token).expect(200);
  });

  it('get back what they were: who had not proven the address still has to', async () => {
    const [active] = await some(1);
    const member = await aPendingMember(api);
    await codeSentTo(api, member.email);
    const pending = await idOf(member);
    await batch('suspend', [active!, pending]).expect(200);
    await batch('activate', [active!, pending]).expect(200);
    expect([await statusOf(active!), await statusOf(pending)]).toEqual(['active', 'pending_verification']);
  });

  it('stay as they are when one of them stands in the way, which is named', async () => {
    const tenant = await aTenant(api);
    const foreign = (await tenant.owner.client.get('auth/context').expect(200)).body.data.user.id as string;
    const elsewhere = await idOf(await aMember(api, {}, (await aManagedApp(owner)).id));
    const [active, suspended, removed, erased] = (await some(4)) as [string, string, string, string];
    await act('suspend', suspended);
    await owner.delete(path(removed)).expect(200);
    await owner.delete(`users/${erased}`).expect(200);
    const nobody = [newId(), foreign, elsewhere, removed, erased];
    for (const [verb, good, bad] of [
      ['suspend', active, suspended],
      ['activate', suspended, active],
    ] as const) {
      const before = await auditOf(api, good);
      const answer = await batch(verb, [good, bad, ...nobody]);
      expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
      expect(answer.body.ids).toEqual([bad, ...nobody]);
      expect(await auditOf(api, good)).toEqual(before);
    }
    expect([await statusOf(active), await statusOf(suspended)]).toEqual(['active', 'suspended']);
    expect(await eventsOf(active)).toEqual([]);
  });

  it.each(['suspend', 'activate'] as const)('are 1 to 100 ids that are uuids: %s', async (verb) => {
    const malformed = await batch(verb, [newId(), 'x']);
    expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
    expect(malformed.body.ids).toEqual(['x']);
    for (const ids of [[], Array.from({ length: 101 }, newId)]) await batch(verb, ids).expect(422);
    const further = await owner.post(path(`batch-${verb}`), { ids: [newId()], lock_version: 1 });
    expectProblem(further, 422, 'REQUEST.VALIDATION_FAILED');
  });

  /** Their rows are in the order of the ids. */
  const inserted = async (ids: readonly string[]) => {
    await rows(`INSERT INTO users (tenant_id, id, status) SELECT $1, unnest($2::uuid[]), 'active'`, [
      api.tenantId,
      ids,
    ]);
    await rows(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status) SELECT $1, $2, unnest($3::uuid[]), 'active'`,
      [api.tenantId, api.appId, ids],
    );
  };

  it('may be a hundred', async () => {
    const ids = Array.from({ length: 100 }, newId);
    await inserted(ids);
    await batch('suspend', ids).expect(200);
    const [suspended] = await rows(
      `SELECT count(*)::int FROM app_memberships WHERE user_id = ANY ($1) AND status = 'suspended'`,
      [ids],
    );
    const [recorded] = await rows('SELECT count(*)::int FROM audit_logs WHERE resource_id = ANY ($1)', [ids]);
    expect([suspended, recorded]).toEqual([{ count: 100 }, { count: 100 }]);
  });

  it('are locked in the order of their ids, whatever that of the rows and of the request', async () => {
    const ids = Array.from({ length: 5 }, newId);
    await inserted(ids.toReversed());
    const answer = await whileLocked(api, 'users', ids, () => batch('suspend', ids.toReversed()));
    expect(answer.status).toBe(200);
  });

  it('are suspended by one of two requests that come together, whatever their order', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const ids = await some(8);
      const answers = await Promise.all([batch('suspend', ids), batch('suspend', ids.toReversed())]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      for (const id of ids) {
        expect(await statusOf(id)).toBe('suspended');
        expect(await eventsOf(id)).toEqual([['member.suspended', api.appId]]);
      }
    }
  });

  it('and single ones among them are suspended by one of two requests', async () => {
    const ids = await some(5);
    const [whole, single] = await Promise.all([batch('suspend', ids), owner.post(path(`${ids[2]}/suspend`))]);
    expect([whole.status, single.status].sort()).toEqual([200, 409]);
    expect(await statusOf(ids[2]!)).toBe('suspended');
    expect(await statusOf(ids[0]!)).toBe(whole.status === 200 ? 'suspended' : 'active');
  });

  it('are suspended once for one Idempotency-Key', async () => {
    const ids = await some(2);
    const suspend = () => batch('suspend', ids).set('Idempotency-Key', 'members');
    await suspend().expect(200);
    expect((await suspend().expect(200)).headers['idempotent-replayed']).toBe('true');
    expect(await eventsOf(ids[0]!)).toHaveLength(1);
  });

  it('need the permission of the single route, at an App of one’s own', async () => {
    const ids = await some(1);
    const operator = await asRoles(api, 'notification_operator');
    const tenant = await aTenant(api);
    const further = await aManagedApp(owner);
    const limited = await apiClients(owner).create({ scopes: ['members.write'], app_ids: [further.id] });
    const client = adminClient(api, await tokenOf(api, limited));
    for (const verb of ['suspend', 'activate'] as const) {
      const denied = expectProblem(await batch(verb, ids, operator), 403, 'IAM.PERMISSION.DENIED', [
        'required_permission',
      ]);
      expect(denied).toMatchObject({ required_permission: 'members.write' });
      expectProblem(await batch(verb, ids, tenant.owner.client), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await batch(verb, ids, client), 404, 'RESOURCE.NOT_FOUND');
    }
    expect(await statusOf(ids[0]!)).toBe('active');
  });
});
