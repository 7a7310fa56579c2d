import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { ContentImages } from './content-images';
import { ContentImagesController } from './content-images.controller';

@Module({
  imports: [ContentModule, FilesModule],
  controllers: [ContentImagesController],
  providers: [ContentImages],
  exports: [ContentImages],
})
export class ContentImagesModule {}
