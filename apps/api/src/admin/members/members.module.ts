import { Module } from '@nestjs/common';
import { ExportsModule } from '../../http/answers/exports.module';
import { AdminMembersController } from './admin-members.controller';

@Module({ imports: [ExportsModule], controllers: [AdminMembersController] })
export class AdminMembersModule {}
