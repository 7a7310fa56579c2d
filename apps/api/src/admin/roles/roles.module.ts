import { Module } from '@nestjs/common';
import { AdminPermissionsController, AdminRolesController } from './admin-roles.controller';

@Module({ controllers: [AdminRolesController, AdminPermissionsController] })
export class AdminRolesModule {}
