import { Module } from '@nestjs/common';
import { PublicSettings } from './infrastructure/public-settings';

@Module({ providers: [PublicSettings], exports: [PublicSettings] })
export class OperationsModule {}
