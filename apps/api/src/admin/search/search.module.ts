import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { IamModule } from '@libs/iam';
import { NotificationsModule } from '@libs/notifications';
import { ReleasesModule } from '@libs/releases';
import { AdminSearchController } from './admin-search.controller';
import { Searches } from './searches';

@Module({
  imports: [AppsModule, ContentModule, FilesModule, IamModule, NotificationsModule, ReleasesModule],
  controllers: [AdminSearchController],
  providers: [Searches],
})
export class AdminSearchModule {}
