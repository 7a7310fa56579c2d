import { newId } from '@libs/kernel';
import { MAX_UNIT_LEVELS, MAX_UNITS } from '@libs/iam';
import { aMember } from '../../mobile/support/journey';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type AdminClient, anAdmin, suiteOwner } from '../support/admin';
import { organizationClient, UNITS } from '../support/organization';
import { aTenant } from '../support/tenants';

describe('/admin-api/v1/organization/units', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let stranger: AdminClient;
  let strangerId: string;
  let lin: string;
  let mei: string;
  let organization: ReturnType<typeof organizationClient>;

  beforeAll(async () => {
    const tenant = await aTenant(api);
    stranger = tenant.owner.client;
    strangerId = await userOf(tenant.owner.email);
    lin = (await anAdmin(api, ['auditor'])).userId;
    mei = await userOf((await aMember(api)).email);
    organization = organizationClient(owner);
  });
  beforeEach(() => query('TRUNCATE organization_units CASCADE'));

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const userOf = async (email: string) => {
    const [row] = await queryAs<{ id: string }>(
      api.urls.superuserUrl,
      'SELECT user_id AS id FROM login_identifiers WHERE value = $1',
      [email],
    );
    return row!.id;
  };
  const lastChanges = async () =>
    (await query('SELECT action, resource_type, changes FROM audit_logs ORDER BY seq DESC LIMIT 1'))[0];
  const errorsOf = (body: { errors?: { field: string; code: string }[] }) =>
    body.errors?.map(({ field, code }) => `${field} ${code}`);

  it('creates a unit, with defaults or all there is', async () => {
    const top = await organization.create('Company');
    expect(top).toMatchObject({
      ...{ parent_id: null, path: [], depth: 1, manager_user_id: null },
      ...{ sort_order: 0, member_count: 0, lock_version: 1 },
    });
    const below = await organization.create('Sales', { parent_id: top.id, manager_user_id: lin, sort_order: 7 });
    expect(below).toMatchObject({
      parent_id: top.id,
      path: ['Company'],
      depth: 2,
      manager_user_id: lin,
      sort_order: 7,
    });
    expect(await organization.read(below.id)).toEqual(below);
    expect(await lastChanges()).toMatchObject({
      action: 'organization.write',
      resource_type: 'organization_unit',
      changes: expect.arrayContaining([{ path: 'name', before: null, after: 'Sales' }]),
    });
  });

  it('lists them in the order of the tree, all at once or by page', async () => {
    const b = await organization.create('B', { sort_order: 2 });
    const a = await organization.create('A', { sort_order: 10 });
    await organization.create('A2', { parent_id: a.id, sort_order: 2 });
    const a1 = await organization.create('A1', { parent_id: a.id, sort_order: 1 });
    await organization.create('A11', { parent_id: a1.id });
    await organization.create('B1', { parent_id: b.id });
    const whole = await organization.list();
    expect(whole.items.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
      ...['1 B', '2 B1', '1 A', '2 A1', '3 A11', '2 A2'],
    ]);
    expect([whole.page, whole.page_size, whole.total]).toEqual([1, MAX_UNITS, 6]);
    const page = await organization.list('?page=2&page_size=4');
    expect([page.items.map(({ name }) => name), page.total]).toEqual([['A11', 'A2'], 6]);
  });

  it('finds units by a part of their name, and says where they lie', async () => {
    const top = await organization.create('Company');
    const sales = await organization.create('Sales', { parent_id: top.id });
    await organization.create('100% sales_', { parent_id: sales.id });
    const found = await organization.list('?q=%20SALES%20');
    expect(found.items.map(({ path, name }) => [...path, name].join(' / '))).toEqual([
      'Company / Sales',
      'Company / Sales / 100% sales_',
    ]);
    expect((await organization.list('?q=0%25')).total).toBe(1);
    expect((await organization.list('?q=_')).total).toBe(1);
  });

  it('takes a name once among the units with the same parent, whatever the case', async () => {
    const [one, two] = [await organization.create('One'), await organization.create('Two')];
    await organization.create('Sales', { parent_id: one.id });
    const there = await organization.create('sales', { parent_id: two.id });
    for (const answer of [
      await owner.post(UNITS, { name: 'oNE' }),
      await owner.post(UNITS, { name: 'SALES', parent_id: one.id }),
      await owner.patch(`${UNITS}/${two.id}`, { name: 'one', lock_version: 1 }),
      await organization.move(there, one.id),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'RESOURCE.CONFLICT']);
    }
    expect(await organization.read(there.id)).toMatchObject({ parent_id: two.id, lock_version: 1 });
  });

  it.each([
    [{}, ['name required']],
    [{ name: ' ' }, ['name invalid_text']],
    [{ name: 'a\nb' }, ['name invalid_text']],
    [{ name: 'x'.repeat(101) }, ['name too_long']],
    [{ name: 'x', sort_order: -1, manager_user_id: 'me' }, ['manager_user_id not_uuid', 'sort_order out_of_range']],
    [{ name: 'x', lock_version: 1 }, ['lock_version unknown_field']],
    [{ name: 'x', parent_id: newId() }, ['parent_id unknown_unit']],
    [{ name: 'x', manager_user_id: newId() }, ['manager_user_id unknown_user']],
  ])('refuses %j', async (body, errors) => {
    const answer = await owner.post(UNITS, body).expect(422);
    expect(errorsOf(answer.body)).toEqual(errors);
  });

  it('takes nobody and nothing of another tenant', async () => {
    const theirs = await organizationClient(stranger).create('Theirs');
    const { id } = await organization.create('Ours');
    expect(errorsOf((await owner.post(UNITS, { name: 'x', parent_id: theirs.id }).expect(422)).body)).toEqual([
      'parent_id unknown_unit',
    ]);
    const managed = await owner.patch(`${UNITS}/${id}`, { manager_user_id: strangerId, lock_version: 1 }).expect(422);
    expect(errorsOf(managed.body)).toEqual(['manager_user_id unknown_user']);
    const members = await organization.putMembers(id, [lin, strangerId, newId()]).expect(422);
    expect(errorsOf(members.body)).toEqual(['user_ids.1 unknown_user', 'user_ids.2 unknown_user']);
    expect((await organization.list()).items.map(({ name }) => name)).toEqual(['Ours']);
    await stranger.get(`${UNITS}/${id}/members`).expect(404);
  });

  it('changes what is given, and brings back what is null', async () => {
    const { id } = await organization.create('Sales', { manager_user_id: lin, sort_order: 7 });
    const path = `${UNITS}/${id}`;
    const renamed = await owner.patch(path, { name: 'SALES', lock_version: 1 }).expect(200);
    expect(renamed.body.data).toMatchObject({ name: 'SALES', manager_user_id: lin, sort_order: 7, lock_version: 2 });
    const reset = await owner.patch(path, { manager_user_id: null, sort_order: null, lock_version: 2 }).expect(200);
    expect(reset.body.data).toMatchObject({ name: 'SALES', manager_user_id: null, sort_order: 0, lock_version: 3 });
    const stale = await owner.patch(path, { name: 'x', lock_version: 2 }).expect(409);
    expect(stale.body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: 3 });
    expect((await owner.patch(path, { parent_id: null, lock_version: 3 }).expect(422)).body.errors).toMatchObject([
      { field: 'parent_id', code: 'unknown_field' },
    ]);
    await owner.patch(path, { name: null, lock_version: 3 }).expect(422);
  });

  it('moves a unit with all below it, but not below itself or too deep', async () => {
    const top = await organization.create('Top');
    const middle = await organization.create('Middle', { parent_id: top.id });
    const low = await organization.create('Low', { parent_id: middle.id });
    const { body } = await organization.move(middle, null).expect(200);
    expect(body.data).toMatchObject({ parent_id: null, depth: 1, lock_version: 2 });
    expect(await organization.read(low.id)).toMatchObject({ path: ['Middle'], lock_version: 1 });
    expect(await lastChanges()).toMatchObject({ changes: [{ path: 'parent_id', before: top.id, after: null }] });
    for (const parent of [middle.id, low.id]) {
      const refused = await organization.move({ id: middle.id, lock_version: 2 }, parent).expect(422);
      expect(errorsOf(refused.body)).toEqual(['parent_id unit_below_itself']);
    }
    const stale = await organization.move(middle, top.id).expect(409);
    expect(stale.body.code).toBe('RESOURCE.VERSION_CONFLICT');
    await owner.post(`${UNITS}/${middle.id}/move`, { lock_version: 2 }).expect(422);
    let deepest = low;
    for (let level = 3; level <= MAX_UNIT_LEVELS; level += 1) {
      deepest = await organization.create(`Level ${level}`, { parent_id: deepest.id });
    }
    expect(errorsOf((await owner.post(UNITS, { name: 'x', parent_id: deepest.id }).expect(422)).body)).toEqual([
      'parent_id too_deep',
    ]);
    const tooDeep = await organization.move({ id: middle.id, lock_version: 2 }, top.id).expect(422);
    expect(errorsOf(tooDeep.body)).toEqual(['parent_id too_deep']);
  });

  it('replaces the members of one unit, and of no other', async () => {
    const [one, two] = [await organization.create('One'), await organization.create('Two')];
    await organization.putMembers(two.id, [lin]).expect(200);
    const { body } = await organization.putMembers(one.id, [lin, mei, lin.toUpperCase()]).expect(200);
    expect(body.data).toMatchObject({ member_count: 2, lock_version: 1 });
    expect((await organization.members(one.id)).items.map(({ user_id }) => user_id).sort()).toEqual([lin, mei].sort());
    const page = await organization.members(one.id, '?page=2&page_size=1');
    expect([page.items.length, page.total]).toEqual([1, 2]);
    await organization.putMembers(one.id, [mei]).expect(200);
    expect(await lastChanges()).toMatchObject({ changes: [{ path: `members.${lin}`, before: true, after: null }] });
    expect((await organization.members(one.id)).items).toMatchObject([{ user_id: mei, status: 'active' }]);
    expect((await organization.members(two.id)).items).toMatchObject([{ user_id: lin }]);
    await organization.putMembers(one.id, []).expect(200);
    expect((await organization.read(one.id)).member_count).toBe(0);
    await owner.put(`${UNITS}/${one.id}/members`, { user_ids: Array.from({ length: 1_001 }, newId) }).expect(422);
    await owner.put(`${UNITS}/${one.id}/members`, {}).expect(422);
  });

  it('deletes a unit that has neither members nor units below it', async () => {
    const top = await organization.create('Top');
    const below = await organization.create('Below', { parent_id: top.id });
    await organization.putMembers(below.id, [lin]).expect(200);
    const remove = (id: string, version = 1) => owner.delete(`${UNITS}/${id}?lock_version=${version}`);
    for (const id of [top.id, below.id]) {
      expect((await remove(id).expect(409)).body.code).toBe('IAM.ORGANIZATION_UNIT.IN_USE');
    }
    await organization.putMembers(below.id, []).expect(200);
    expect((await remove(below.id, 2).expect(409)).body.code).toBe('RESOURCE.VERSION_CONFLICT');
    await owner.delete(`${UNITS}/${below.id}`).expect(422);
    expect((await remove(below.id).expect(200)).body.data).toEqual({ deleted: true, id: below.id });
    await remove(top.id).expect(200);
    await remove(top.id).expect(404);
    await owner.get(`${UNITS}/${top.id}`).expect(404);
  });

  it('lets go of a user who is deleted', async () => {
    const { userId } = await anAdmin(api, ['auditor']);
    const { id } = await organization.create('Sales', { manager_user_id: userId });
    await organization.putMembers(id, [userId, lin]).expect(200);
    const { lock_version } = (await owner.get(`users/${userId}`).expect(200)).body.data as { lock_version: number };
    await owner.delete(`users/${userId}?lock_version=${lock_version}`).expect(200);
    expect(await organization.read(id)).toMatchObject({ manager_user_id: null, member_count: 1, lock_version: 2 });
    const refused = await organization.putMembers(id, [userId]).expect(422);
    expect(errorsOf(refused.body)).toEqual(['user_ids.0 unknown_user']);
  });
});
