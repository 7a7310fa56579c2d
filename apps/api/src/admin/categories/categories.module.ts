import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminCategoriesController } from './admin-categories.controller';

@Module({ imports: [ContentModule], controllers: [AdminCategoriesController] })
export class AdminCategoriesModule {}
