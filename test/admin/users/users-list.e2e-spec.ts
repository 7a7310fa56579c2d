import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember } from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { anAdmin, asOwner, suiteOwner } from '../support/admin';
import { organizationClient } from '../support/organization';
import { aTenant } from '../support/tenants';

interface Listed {
  readonly items: readonly {
    readonly id: string;
    readonly display_name: string;
    readonly created_at: string;
    readonly roles: readonly string[];
  }[];
  readonly total: number;
}

describe('GET users', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const list = async (parameters: Record<string, string> = {}, client = owner) =>
    (await client.get(`users?${new URLSearchParams(parameters).toString()}`).expect(200)).body.data as Listed;
  const idsOf = ({ items }: Listed) => items.map(({ id }) => id);

  it('lists newest first, and pages neither repeat nor skip though many were created at one moment', async () => {
    const tenant = await aTenant(api);
    const ids = Array.from({ length: 25 }, () => newId());
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO users (tenant_id, id, status, display_name, created_at)
       SELECT $1, id, 'active', 'Twin', now() + interval '1 day' FROM unnest($2::uuid[]) AS id`,
      [tenant.id, ids],
    );
    const { client } = tenant.owner;
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list({ page: String(page), page_size: '9' }, client).then(idsOf)),
    );
    expect(pages.map(({ length }) => length)).toEqual([9, 9, 8, 0]);
    expect(pages.flat().slice(0, 25)).toEqual([...ids].sort().reverse());
    expect((await list({}, client)).total).toBe(26);
  });

  it('searches display name and identifiers, whatever the case, and literally', async () => {
    const word = randomUUID().slice(0, 8);
    const member = await aMember(api, { display_name: `Zoë_${word}%\\` });
    const local = member.email.split('@')[0] ?? '';
    for (const q of [`ZOË_${word}%\\`, ` ${word} `, member.email.toUpperCase(), local.slice(3)]) {
      expect([q, (await list({ q })).total]).toEqual([q, 1]);
    }
    for (const q of [`Zoë%${word}`, `Zoë-${word}`, '%%%', '________________', '\\\\', "' OR '1'='1", '$1', '{{7*7}}']) {
      expect([q, (await list({ q })).total]).toEqual([q, 0]);
    }
    const { total } = await list({ q: '   ' });
    expect(total).toBe((await list()).total);
  });

  it('filters by status, role and App, all at once', async () => {
    const auditor = await anAdmin(api, ['auditor', 'content_editor']);
    const member = await aMember(api);
    const { body } = await owner.get(`users/${auditor.userId}`).expect(200);
    await owner.post(`users/${auditor.userId}/disable`, { lock_version: body.data.lock_version }).expect(200);
    expect(idsOf(await list({ status: 'disabled', role: 'content_editor' }))).toEqual([auditor.userId]);
    expect(idsOf(await list({ status: 'active', role: 'content_editor', q: auditor.email }))).toEqual([]);
    expect(idsOf(await list({ role: 'content_editor', app_id: api.appId }))).toEqual([]);
    expect((await list({ app_id: api.appId.toUpperCase(), q: member.email, status: 'active' })).total).toBe(1);
    expect((await list({ role: 'no-such-role' })).total).toBe(0);
    expect((await list({ app_id: randomUUID() })).total).toBe(0);
  });

  it('filters by organization unit, with those below it, each user once', async () => {
    const organization = organizationClient(owner);
    const [top, beside] = [await organization.create('Company'), await organization.create('Beside')];
    const middle = await organization.create('Sales', { parent_id: top.id });
    const low = await organization.create('North', { parent_id: middle.id });
    const users: string[] = [];
    for (const role of ['auditor', 'auditor', 'content_editor']) users.push((await anAdmin(api, [role])).userId);
    const [above, between, below] = users as [string, string, string];
    await organization.putMembers(top.id, [above]).expect(200);
    await organization.putMembers(middle.id, [between]).expect(200);
    await organization.putMembers(low.id, [below, between]).expect(200);
    expect(idsOf(await list({ unit_id: top.id }))).toEqual([below, between, above]);
    expect(await list({ unit_id: middle.id.toUpperCase(), page_size: '1' })).toMatchObject({
      items: [{ id: below }],
      total: 2,
    });
    expect(idsOf(await list({ unit_id: low.id, role: 'auditor' }))).toEqual([between]);
    expect(idsOf(await list({ unit_id: beside.id }))).toEqual([]);
    // As with an unknown role or App.
    expect((await list({ unit_id: randomUUID() })).total).toBe(0);
    const { client } = (await aTenant(api)).owner;
    expect((await list({ unit_id: top.id }, client)).total).toBe(0);
  });

  it('tells those who have a role from those who have none', async () => {
    const { items } = await list({ page_size: '100' });
    for (const [has_roles, expected] of [
      ['true', items.filter(({ roles }) => roles.length > 0)],
      ['false', items.filter(({ roles }) => roles.length === 0)],
    ] as const) {
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf(await list({ has_roles, page_size: '100' }))).toEqual(expected.map(({ id }) => id));
    }
  });

  it('shows nothing of other tenants', async () => {
    const tenant = await aTenant(api);
    expect((await list({ q: tenant.owner.email })).total).toBe(0);
    expect((await list({}, tenant.owner.client)).total).toBe(1);
    expect((await list({ app_id: api.appId }, tenant.owner.client)).total).toBe(0);
    const there = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    expect((await list({}, there)).total).toBe(1);
  });

  it.each([
    ['page=0', 'page out_of_range'],
    ['page=1e3', 'page not_integer'],
    ['page_size=101', 'page_size out_of_range'],
    ['page_size=-1', 'page_size not_integer'],
    ['status=deleted', 'status not_allowed'],
    ['app_id=nonsense', 'app_id not_uuid'],
    ['unit_id=nonsense', 'unit_id not_uuid'],
    ['role=', 'role required'],
    ['has_roles=maybe', 'has_roles not_allowed'],
    [`q=${'x'.repeat(161)}`, 'q too_long'],
    ['q=%00', 'q invalid_text'],
    ['q=%ff', 'q invalid_text'],
    ['q=a&q=b', 'q repeated'],
    ['q[]=a', 'q[] unknown_parameter'],
  ])('answers 422 for %s', async (parameters, reason) => {
    const answer = await owner.get(`users?${parameters}`);
    expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([reason]);
  });
});
