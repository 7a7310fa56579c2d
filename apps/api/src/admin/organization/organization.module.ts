import { Module } from '@nestjs/common';
import { AdminOrganizationController } from './admin-organization.controller';

@Module({ controllers: [AdminOrganizationController] })
export class AdminOrganizationModule {}
