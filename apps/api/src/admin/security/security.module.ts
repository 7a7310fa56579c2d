import { Module } from '@nestjs/common';
import { OnlineSessionsController } from './online-sessions.controller';
import { SecurityController } from './security.controller';

@Module({ controllers: [OnlineSessionsController, SecurityController] })
export class AdminSecurityModule {}
