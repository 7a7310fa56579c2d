import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminLegalController } from './admin-legal.controller';
import { AdminPagesController } from './admin-pages.controller';

@Module({ imports: [ContentModule], controllers: [AdminPagesController, AdminLegalController] })
export class AdminContentModule {}
