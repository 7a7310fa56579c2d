import { Module } from '@nestjs/common';
import { ExportsModule } from '../common/exports.module';
import { AdminMembersController } from './admin-members.controller';

@Module({ imports: [ExportsModule], controllers: [AdminMembersController] })
export class AdminMembersModule {}
