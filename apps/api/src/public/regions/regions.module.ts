import { Module } from '@nestjs/common';
import { RegionsModule } from '@libs/regions';
import { RegionAnswers } from './region-answers';
import { RegionsController } from './regions.controller';

@Module({ imports: [RegionsModule], controllers: [RegionsController], providers: [RegionAnswers] })
export class PublicRegionsModule {}
