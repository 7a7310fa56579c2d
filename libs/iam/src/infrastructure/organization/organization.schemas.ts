import { entityOf } from '@libs/foundation';
import { OrganizationUnit, unit } from '../../domain/organization/organization-unit';

export const OrganizationUnitSchema = entityOf(OrganizationUnit, unit, {
  table: 'organization_units',
  key: ['tenantId', 'id'],
});

export const ORGANIZATION_ENTITIES = [OrganizationUnitSchema];
