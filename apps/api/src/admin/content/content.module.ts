import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminLegalController } from './admin-legal.controller';
import { AdminPagesController } from './admin-pages.controller';
import { ContentPreviewController } from './content-preview.controller';

@Module({
  imports: [ContentModule],
  controllers: [AdminPagesController, AdminLegalController, ContentPreviewController],
})
export class AdminContentModule {}
