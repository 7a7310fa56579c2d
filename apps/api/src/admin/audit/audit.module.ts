import { Module } from '@nestjs/common';
import { ExportsModule } from '../../http/answers/exports.module';
import { AuditController } from './audit.controller';

@Module({ imports: [ExportsModule], controllers: [AuditController] })
export class AdminAuditModule {}
