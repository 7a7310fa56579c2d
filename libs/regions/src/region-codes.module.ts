import { Module } from '@nestjs/common';
import { RegionCodes } from './infrastructure/region-codes';

/** Without the index and the import of regions, for contexts that workers have as well. */
@Module({ providers: [RegionCodes], exports: [RegionCodes] })
export class RegionCodesModule {}
