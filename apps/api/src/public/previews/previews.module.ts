import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { PreviewAnswers } from './preview-answers';
import { PreviewsController } from './previews.controller';

@Module({ imports: [ContentModule], controllers: [PreviewsController], providers: [PreviewAnswers] })
export class PreviewsModule {}
