import { Module } from '@nestjs/common';
import { AdminMembersController } from './admin-members.controller';

@Module({ controllers: [AdminMembersController] })
export class AdminMembersModule {}
