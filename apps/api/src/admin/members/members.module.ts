import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { ExportsModule } from '../../http/answers/exports.module';
import { AccountActivity } from '../common/account-activity';
import { AdminMemberBatchesController } from './admin-member-batches.controller';
import { AdminMembersController } from './admin-members.controller';
import { MemberDetails } from './member-details';

@Module({
  imports: [ContentModule, ExportsModule],
  controllers: [AdminMembersController, AdminMemberBatchesController],
  providers: [AccountActivity, MemberDetails],
})
export class AdminMembersModule {}
