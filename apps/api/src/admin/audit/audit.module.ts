import { Module } from '@nestjs/common';
import { ExportsModule } from '../common/exports.module';
import { AuditController } from './audit.controller';

@Module({ imports: [ExportsModule], controllers: [AuditController] })
export class AdminAuditModule {}
