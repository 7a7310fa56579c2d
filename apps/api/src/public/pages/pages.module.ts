import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { PublicLegalController } from './public-legal.controller';
import { PublicPageAnswers } from './public-page-answers';
import { PublicPagesController } from './public-pages.controller';

@Module({
  imports: [ContentModule],
  controllers: [PublicLegalController, PublicPagesController],
  providers: [PublicPageAnswers],
})
export class PublicPagesModule {}
