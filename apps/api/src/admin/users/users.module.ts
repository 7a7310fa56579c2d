import { Module } from '@nestjs/common';
import { AdminUserAccessController } from './admin-user-access.controller';
import { AdminUsersController } from './admin-users.controller';

@Module({ controllers: [AdminUsersController, AdminUserAccessController] })
export class AdminUsersModule {}
