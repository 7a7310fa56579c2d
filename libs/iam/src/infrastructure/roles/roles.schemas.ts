import { EntitySchema } from 'typeorm';
import { Role } from '../../domain/roles/role';
import { instant, integer, key, text } from '../accounts/columns';

export const RoleSchema = new EntitySchema<Role>({
  name: 'Role',
  target: Role,
  tableName: 'roles',
  columns: {
    tenantId: key('tenant_id'),
    code: text('code', { primary: true }),
    name: text('name'),
    permissions: text('permissions', { array: true }),
    builtIn: { type: 'boolean', name: 'built_in' },
    lockVersion: integer('lock_version'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

export const ROLES_ENTITIES = [RoleSchema];
