import { entityOf } from '@libs/foundation';
import { Role, role } from '../../domain/roles/role';

export const RoleSchema = entityOf(Role, role, { table: 'roles', key: ['tenantId', 'code'] });

export const ROLES_ENTITIES = [RoleSchema];
