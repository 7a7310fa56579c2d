import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { AdminFilesController } from './admin-files.controller';
import { FileThumbnailsController } from './file-thumbnails.controller';
import { FileUploads } from './file-uploads';

@Module({
  imports: [FilesModule],
  controllers: [AdminFilesController, FileThumbnailsController],
  providers: [FileUploads],
})
export class AdminFilesModule {}
