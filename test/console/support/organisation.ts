import { TenantsService } from '@libs/iam';
import { PASSWORD, type TestApi } from '../../support/api';
import { type AdminClient, signInAdmin } from '../../admin/support/admin';
import { organizationClient } from '../../admin/support/organization';

/** Somebody who has signed in before, with roles. @returns the id. */
async function somebody(api: TestApi, name: string, displayName: string, roles: readonly string[]): Promise<string> {
  const [email, password] = [`${name}@example.com`, PASSWORD];
  const { id } = await api
    .get(TenantsService)
    .createAdministrator(api.tenantId, { email, password, displayName, locale: 'zh-CN', roles });
  await signInAdmin(api, { email, password });
  return id;
}

/** Colleagues of all kinds: one at work, one invited, one disabled. @returns the one at work. */
export async function colleagues(api: TestApi, owner: AdminClient): Promise<string> {
  const lin = await somebody(api, 'xiaowen.lin', '林晓雯', ['admin', 'content_editor']);
  const invited = { email: 'ken.sato@example.com', display_name: '佐藤 健', roles: ['release_manager'] };
  await owner.post('users', invited).expect(201);
  const { body } = await owner
    .post('users', { email: 'maria.rossi@example.com', display_name: 'Maria Rossi', roles: ['auditor'] })
    .expect(201);
  const { id, lock_version } = body.data as { id: string; lock_version: number };
  await owner.post(`users/${id}/disable`, { lock_version, reason: 'Has left the company' }).expect(200);
  return lin;
}

/** A role of one's own, which somebody has. @returns its code. */
export async function supportRole(api: TestApi, owner: AdminClient): Promise<string> {
  const permissions = ['apps.read', 'members.read', 'members.write', 'notices.read', 'messages.read', 'messages.write'];
  await owner.post('roles', { code: 'support', name: '客户支持', permissions }).expect(201);
  await somebody(api, 'zhiqiang.chen', '陈志强', ['support']);
  return 'support';
}

/** Departments on three levels. @returns one with members, a manager and another below it. */
export async function departments(api: TestApi, owner: AdminClient): Promise<string> {
  const units = organizationClient(owner);
  const manager = await somebody(api, 'siyuan.wang', '王思远', ['auditor']);
  const product = await units.create('产品研发中心', { sort_order: 10, manager_user_id: manager });
  const mobile = await units.create('移动端研发部', {
    parent_id: product.id,
    sort_order: 10,
    manager_user_id: manager,
  });
  await units.create('质量保障组', { parent_id: mobile.id, sort_order: 10 });
  await units.create('服务端研发部', { parent_id: product.id, sort_order: 20 });
  await units.create('客户成功部', { sort_order: 20 });
  await units.putMembers(mobile.id, [manager, await somebody(api, 'jia.li', '李佳', ['auditor'])]).expect(200);
  return mobile.id;
}

/** @returns a tenant of which nobody has come in yet. */
export async function anInvitedTenant(owner: AdminClient): Promise<string> {
  const invited = { email: 'min.zhou@example.com', display_name: '周敏' };
  const { body } = await owner.post('tenants', { code: 'xingyun', name: '星云出行', owner: invited }).expect(201);
  return (body.data as { id: string }).id;
}
