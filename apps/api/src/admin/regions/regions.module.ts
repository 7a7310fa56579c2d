import { Module } from '@nestjs/common';
import { RegionsModule } from '@libs/regions';
import { AdminRegionsController } from './admin-regions.controller';

@Module({ imports: [RegionsModule], controllers: [AdminRegionsController] })
export class AdminRegionsModule {}
