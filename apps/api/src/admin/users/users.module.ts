import { Module } from '@nestjs/common';
import { AccountActivity } from '../common/account-activity';
import { AdminUserAccessController } from './admin-user-access.controller';
import { AdminUserBatchesController } from './admin-user-batches.controller';
import { AdminUsersController } from './admin-users.controller';

@Module({
  controllers: [AdminUsersController, AdminUserAccessController, AdminUserBatchesController],
  providers: [AccountActivity],
})
export class AdminUsersModule {}
