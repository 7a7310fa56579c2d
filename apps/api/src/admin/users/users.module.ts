import { Module } from '@nestjs/common';
import { AdminUserAccessController } from './admin-user-access.controller';
import { AdminUserBatchesController } from './admin-user-batches.controller';
import { AdminUsersController } from './admin-users.controller';

@Module({ controllers: [AdminUsersController, AdminUserAccessController, AdminUserBatchesController] })
export class AdminUsersModule {}
