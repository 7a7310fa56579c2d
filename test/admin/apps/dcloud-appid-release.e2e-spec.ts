import { newId } from '@libs/kernel';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { asOwner, asRoles, suiteOwner } from '../support/admin';
import { aManagedApp, NEW_APP } from '../support/apps';
import { aTenant, type OwnedTenant } from '../support/tenants';

describe('A dcloud_appid that another tenant has claimed', () => {
  const api = suiteApi();
  const platform = suiteOwner(api);
  let claimant: OwnedTenant;
  let rightful: OwnedTenant;
  let dcloud_appid: string;
  let claimed: { id: string; lock_version: number };

  beforeAll(async () => {
    [claimant, rightful] = [await aTenant(api), await aTenant(api)];
  });
  beforeEach(async () => {
    dcloud_appid = `__UNI__${newId()}`;
    claimed = await aManagedApp(claimant.owner.client, { dcloud_appid });
  });

  const holders = async (wanted = dcloud_appid) => {
    const { body } = await platform.get(`tenants?dcloud_appid=${wanted}`).expect(200);
    return (body.data.items as { id: string }[]).map(({ id }) => id);
  };

  it('is refused to others without revealing who has it', async () => {
    const answer = await rightful.owner.client.post('apps', { ...NEW_APP, dcloud_appid });
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'dcloud_appid', code: 'taken' })]);
    for (const told of [claimant.id, claimant.code, claimed.id]) expect(answer.text).not.toContain(told);
  });

  it('is found by the administrators of the platform, and by nobody else', async () => {
    expect(await holders()).toEqual([claimant.id]);
    expect(await holders('__UNI__NOBODY')).toEqual([]);
    expect(await holders(dcloud_appid.toLowerCase())).toEqual([]);
    for (const client of [rightful.owner.client, await asRoles(api, 'owner')]) {
      const { body } = await client.get(`tenants?dcloud_appid=${dcloud_appid}`).expect(403);
      expect(body).toMatchObject({ code: 'IAM.PERMISSION.DENIED', required_permission: 'tenants.read' });
    }
    const { body } = await platform.get('tenants?dcloud_appid=').expect(422);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'dcloud_appid' })]);
  });

  it('is released by them, given to the other tenant, and both are in the logs of the tenants', async () => {
    const there = await asOwner(api, { 'X-Tenant-ID': claimant.id });
    const { body: found } = await there.get(`apps?q=${dcloud_appid}`).expect(200);
    const [{ id, lock_version }] = found.data.items as [{ id: string; lock_version: number }];
    expect(id).toBe(claimed.id);
    const { body: released } = await there.patch(`apps/${id}`, { dcloud_appid: null, lock_version }).expect(200);
    expect(released.data.dcloud_appid).toBeNull();
    expect(await holders()).toEqual([]);
    const { id: given } = await aManagedApp(rightful.owner.client, { dcloud_appid });
    expect(await holders()).toEqual([rightful.id]);
    expectProblem(
      await claimant.owner.client.patch(`apps/${id}`, { dcloud_appid, lock_version: lock_version + 1 }),
      422,
      'REQUEST.VALIDATION_FAILED',
    );
    const { body: log } = await claimant.owner.client.get('audit/logs?action=apps.write').expect(200);
    expect(log.data.items).toContainEqual(
      expect.objectContaining({
        resource_id: id,
        outcome: 'success',
        actor: expect.objectContaining({ display: 'Administrator' }),
        changes: [{ path: 'dcloud_appid', before: dcloud_appid, after: null }],
      }),
    );
    const { body: other } = await rightful.owner.client.get('audit/logs?action=apps.write').expect(200);
    expect(other.data.items).toContainEqual(expect.objectContaining({ resource_id: given }));
  });

  it('is released of an App that is disabled, of a tenant that is disabled, and by deleting the App', async () => {
    const there = await asOwner(api, { 'X-Tenant-ID': claimant.id });
    const { body } = await there.post(`apps/${claimed.id}/disable`, { lock_version: claimed.lock_version }).expect(200);
    expect(await holders()).toEqual([claimant.id]);
    const { body: tenant } = await platform.get(`tenants/${claimant.id}`).expect(200);
    const version = tenant.data.lock_version as number;
    await platform.post(`tenants/${claimant.id}/disable`, { lock_version: version }).expect(200);
    const lock_version = body.data.lock_version as number;
    await there.patch(`apps/${claimed.id}`, { dcloud_appid: null, lock_version }).expect(200);
    expect(await holders()).toEqual([]);
    await there.patch(`apps/${claimed.id}`, { dcloud_appid, lock_version: lock_version + 1 }).expect(200);
    await there.delete(`apps/${claimed.id}`).expect(200);
    expect(await holders()).toEqual([]);
    await platform.post(`tenants/${claimant.id}/enable`, { lock_version: version + 1 }).expect(200);
  });
});
