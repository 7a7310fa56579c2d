import { Module } from '@nestjs/common';
import { OrganizationService } from '../application/organization/organization.service';
import { OrganizationQueries } from '../infrastructure/organization/organization-queries';
import { OrganizationUnits } from '../infrastructure/organization/organization-units';

@Module({
  providers: [OrganizationQueries, OrganizationService, OrganizationUnits],
  exports: [OrganizationQueries, OrganizationService],
})
export class OrganizationModule {}
