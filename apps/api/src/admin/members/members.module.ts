import { Module } from '@nestjs/common';
import { ExportsModule } from '../../http/answers/exports.module';
import { AdminMemberBatchesController } from './admin-member-batches.controller';
import { AdminMembersController } from './admin-members.controller';

@Module({ imports: [ExportsModule], controllers: [AdminMembersController, AdminMemberBatchesController] })
export class AdminMembersModule {}
