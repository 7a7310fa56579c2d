import { Module } from '@nestjs/common';
import { OwnSessionsController } from './sessions.controller';

@Module({ controllers: [OwnSessionsController] })
export class OwnSessionsModule {}
