import { Module } from '@nestjs/common';
import { AdminApiClientsController } from './admin-api-clients.controller';

@Module({ controllers: [AdminApiClientsController] })
export class AdminApiClientsModule {}
