import { EntitySchema } from 'typeorm';
import { OrganizationUnit } from '../../domain/organization/organization-unit';
import { instant, integer, key, nullable, text, uuid } from '../accounts/columns';

export const OrganizationUnitSchema = new EntitySchema<OrganizationUnit>({
  name: 'OrganizationUnit',
  target: OrganizationUnit,
  tableName: 'organization_units',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    parentId: uuid('parent_id', nullable),
    name: text('name'),
    managerUserId: uuid('manager_user_id', nullable),
    sortOrder: integer('sort_order'),
    lockVersion: integer('lock_version'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

export const ORGANIZATION_ENTITIES = [OrganizationUnitSchema];
