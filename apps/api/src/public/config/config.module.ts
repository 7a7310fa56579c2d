import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { OperationsModule } from '@libs/operations';
import { ReleasesModule } from '@libs/releases';
import { PublicConfigAnswers } from './public-config-answers';
import { PublicConfigController } from './public-config.controller';

@Module({
  imports: [ContentModule, OperationsModule, ReleasesModule],
  controllers: [PublicConfigController],
  providers: [PublicConfigAnswers],
})
export class PublicConfigModule {}
