import { Module } from '@nestjs/common';
import { InstancesModule } from '@libs/operations';
import { AdminRuntimeController } from './admin-runtime.controller';

@Module({ imports: [InstancesModule], controllers: [AdminRuntimeController] })
export class AdminRuntimeModule {}
