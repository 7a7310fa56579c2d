import { moduleOf, type PERMISSIONS, role, RoleStore } from '@libs/iam';
import { but, field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { Codes, type FieldOptions } from '../../http/fields/fields';
import { changeRequest, newRequest } from '../../http/fields/request';
import { SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

const forms = { permissions: (options: FieldOptions) => Codes(200, 64, options) };

export class AdminRoleListQuery extends SearchQuery {
  @Sort(RoleStore.order)
  override readonly sort?: string;
}

export class AdminRoleRequest extends newRequest(only(role, 'code', 'name', 'permissions'), forms) {}

export class AdminRoleUpdateRequest extends changeRequest(
  { name: role.name, permissions: role.permissions.about('Replaced as a whole') },
  forms,
) {}

export class AdminRoleResponse extends answer({
  ...but(role, 'tenantId', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy'),
  userCount: field.count().about('Number of users with the role').example(2),
  ...only(role, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
}) {}

export class AdminRoleListResponse extends pageOf(AdminRoleResponse) {}

class AdminPermissionResponse extends answer({
  code: field.text().example('members.export'),
  module: field.text().example('members'),
  action: field.text().example('export'),
  description: field.text().example('Export the members of an App'),
}) {
  constructor({ code, description }: (typeof PERMISSIONS)[number]) {
    const module = moduleOf(code);
    super({ code, module, action: code.slice(module.length + 1), description });
  }
}

/** The whole catalogue. */
export class AdminPermissionListResponse extends answer({ items: field.listOf(() => AdminPermissionResponse) }) {}
